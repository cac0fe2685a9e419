import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readSandboxSettings } from '../../../src/sandbox/process/sandbox-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnpike-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('each setting has a default', () => {
  expect(readSandboxSettings({ DATA_DIR: folder })).toMatchObject({
    port: 8090,
    acquirer: { host: '127.0.0.1', port: 8583 },
    gatewayOrigin: 'http://localhost:8080',
    speed: 1,
    apiPassword: expect.stringMatching(/^[0-9a-f]{32}$/),
    providerKey: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it('the gateway’s origin follows its public origin, or else its port', () => {
  const origin = (env: object) => readSandboxSettings({ DATA_DIR: folder, ...env }).gatewayOrigin;
  expect(origin({ PORT: '8081' })).toBe('http://localhost:8081');
  expect(origin({ PORT: '8081', PUBLIC_ORIGIN: 'https://pay.example/' })).toBe('https://pay.example');
});

it('the banks’ interface is served at the configured port alone', () => {
  expect(readSandboxSettings({ DATA_DIR: folder }).banksPort).toBeUndefined();
  expect(readSandboxSettings({ DATA_DIR: folder, SANDBOX_BANKS_PORT: '8444' }).banksPort).toBe(8444);
});

it('the directory servers’ interface is served at the configured port alone', () => {
  expect(readSandboxSettings({ DATA_DIR: folder }).threeDSPort).toBeUndefined();
  expect(readSandboxSettings({ DATA_DIR: folder, SANDBOX_3DS_PORT: '8445' }).threeDSPort).toBe(8445);
});

it.each([
  ['SANDBOX_PORT', 'http'],
  ['SANDBOX_PORT', '65536'],
  ['SANDBOX_BANKS_PORT', '65536'],
  ['SANDBOX_3DS_PORT', 'none'],
  ['ACQUIRER_URL', 'tcp://127.0.0.1:8583'],
  ['ACQUIRER_URL', 'iso8583://acquirer.example:8583'],
  ['ACQUIRER_URL', 'iso8583://127.0.0.1'],
  ['PUBLIC_ORIGIN', 'https://pay.example/path'],
  ['PUBLIC_ORIGIN', 'pay.example'],
  ['SANDBOX_SPEED', '0'],
  ['SANDBOX_SPEED', 'fast'],
  ['SANDBOX_SPEED', '1001'],
])('the sandbox refuses %s=%s in one line that names it', (name, value) => {
  expect(() => readSandboxSettings({ DATA_DIR: folder, [name]: value })).toThrow(new RegExp(`^${name}.*$`));
});
