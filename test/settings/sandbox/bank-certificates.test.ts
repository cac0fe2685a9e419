import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sandboxBankCertificates } from '../../../src/settings/sandbox/index.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'turnpike-certificates-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

it('the banks’ certificates are issued once, readable by the owner alone, and read the same by both processes', () => {
  const dataDir = folder();
  const issued = sandboxBankCertificates(dataDir);
  expect(sandboxBankCertificates(dataDir)).toEqual(issued);
  expect(readdirSync(join(dataDir, 'sandbox'))).toEqual(['bank-certificates.json']);
  const { mode } = statSync(join(dataDir, 'sandbox', 'bank-certificates.json'));
  expect(mode & 0o777).toBe(0o600);
  const trusted = new X509Certificate(issued.ca).publicKey;
  for (const { cert } of [issued.server, issued.qwac, issued.qseal]) {
    expect(new X509Certificate(cert).verify(trusted)).toBe(true);
  }
  expect(new X509Certificate(issued.server.cert).checkHost('localhost')).toBe('localhost');
});

it('a file without the banks’ certificates is named in one line', () => {
  const dataDir = folder();
  sandboxBankCertificates(dataDir);
  writeFileSync(join(dataDir, 'sandbox', 'bank-certificates.json'), 'nothing');
  expect(() => sandboxBankCertificates(dataDir)).toThrow(/^.*bank-certificates\.json must hold .*$/);
});
