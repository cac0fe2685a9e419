import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sandboxThreeDSCertificates } from '../../../src/settings/sandbox/index.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'turnpike-certificates-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const fileIn = (dataDir: string) => join(dataDir, 'sandbox', 'three-ds-certificates.json');

it('the certificates are issued once, readable by the owner alone, and read the same by both processes', () => {
  const dataDir = folder();
  const issued = sandboxThreeDSCertificates(dataDir);
  expect(sandboxThreeDSCertificates(dataDir)).toEqual(issued);
  expect(statSync(fileIn(dataDir)).mode & 0o777).toBe(0o600);
  const trusted = new X509Certificate(issued.ca).publicKey;
  for (const { cert } of [issued.server, issued.threeDSServer, issued.directoryServer]) {
    expect(new X509Certificate(cert).verify(trusted)).toBe(true);
  }
  expect(new X509Certificate(issued.server.cert).checkHost('localhost')).toBe('localhost');
});

it('a file without the certificates is named in one line', () => {
  const dataDir = folder();
  sandboxThreeDSCertificates(dataDir);
  writeFileSync(fileIn(dataDir), 'nothing');
  expect(() => sandboxThreeDSCertificates(dataDir)).toThrow(/^.*three-ds-certificates\.json must hold .*$/);
});
