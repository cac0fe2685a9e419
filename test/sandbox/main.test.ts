/** The sandbox as a process, with its real acquirer. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { sandboxBankCertificates, sandboxThreeDSCertificates } from '../../src/settings/sandbox/index.ts';
import { AT_LENGTH } from '../support/at-length.ts';
import { freePorts } from '../support/ports.ts';
import { call } from './open-banking/tpp.ts';
import { startGatewaySimulator } from './shop/gateway-simulator.ts';
import { postMessage } from './three-ds/three-ds-server.ts';

const MAIN = fileURLToPath(new URL('../../src/sandbox/main.ts', import.meta.url));

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-sandbox-main-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}) {
  const own = { DATA_DIR: folder, SANDBOX_PORT: '0', ACQUIRER_URL: 'iso8583://127.0.0.1:0', LOG_LEVEL: 'info' };
  const program = spawn(process.execPath, [MAIN], { env: { ...process.env, ...own, ...env } });
  child = program;
  let out = '';
  let err = '';
  program.stderr.on('data', (text) => {
    err += text;
  });
  const origin = new Promise<string>((resolve) => {
    program.stdout.on('data', (text) => {
      out += text;
      const found = /listening at (http:[^"]+)"/.exec(out)?.[1];
      if (found !== undefined) {
        resolve(found);
      }
    });
  });
  const ended = new Promise<{ code: number | null; err: string }>((resolve) => {
    program.on('close', (code) => resolve({ code, err }));
  });
  return { program, origin, ended };
}

it('the sandbox knows the names of providers in packages, and reports in one line a missing package', async () => {
  const PROVIDERS = fileURLToPath(new URL('../adapters/providers/packages/village-pay/index.ts', import.meta.url));
  const answer = {
    ...{ result: 'SUCCESS', status: 'CAPTURED', amount: 29, currency: 'EUR' },
    sourceOfFunds: { type: 'VILLAGE_PAY', provided: {} },
  };
  const gateway = await startGatewaySimulator();
  onTestFinished(() => gateway.close());
  const checkout = { checkout: { url: `${gateway.origin}/checkout` }, session: { id: 'S' }, successIndicator: 'I' };
  gateway.answer = ({ method }) =>
    method === 'POST' ? { status: 201, body: checkout } : { status: 200, body: answer };
  const { origin } = start({ PROVIDERS, PUBLIC_ORIGIN: gateway.origin });
  const bought = new URLSearchParams({ mug: '2' });
  await fetch(`${await origin}/shop/checkout`, { method: 'POST', redirect: 'manual', body: bought });
  const [{ body } = { body: undefined }] = gateway.calls;
  const { order } = body as { order: { id: string } };
  expect(await (await fetch(`${await origin}/shop/return?order=${order.id}`)).text()).toContain('Village Pay');
  child?.kill('SIGKILL');
  const { ended } = start({ PROVIDERS: '/nowhere/at-all.ts' });
  expect(await ended).toMatchObject({ code: 1, err: expect.stringMatching(/^Sandbox: PROVIDERS: .*at-all\.ts.*\n$/) });
});

it('the sandbox serves the shop, real ledgers and their faults, and stops on a signal, also on a second one', async () => {
  const { program, origin, ended } = start();
  expect(await (await fetch(`${await origin}/`)).text()).toContain('Example Shop');
  expect(await (await fetch(`${await origin}/acquirer/ledger`)).json()).toEqual([]);
  expect(await (await fetch(`${await origin}/providers/demoBank/ledger`)).json()).toEqual([]);
  expect(await (await fetch(`${await origin}/providers/paypal/ledger`)).json()).toEqual([]);
  const faults = await fetch(`${await origin}/acquirer/faults`, { method: 'PUT', body: '{"mode":"REFUSE","count":1}' });
  expect(await faults.json()).toEqual({ mode: 'REFUSE', delayMs: 0, count: 1 });
  program.kill('SIGTERM');
  program.kill('SIGINT');
  expect(await ended).toEqual({ code: 0, err: '' });
  expect(readdirSync(join(folder, 'sandbox')).sort()).toEqual([
    'acquirer.db',
    'api-password',
    'bank-certificates.json',
    'notification-key',
    'provider-demoBank.db',
    'provider-demoWallet.db',
    'provider-key',
    'provider-open-banking.db',
    'provider-paypal.db',
    'provider-pix.db',
    'shop-orders',
    'three-ds-certificates.json',
    'three-ds.db',
    'wallet-keys.json',
  ]);
});

it('the sandbox serves its banks by https where it is configured, to clients with its certificates', async () => {
  const [port] = await freePorts(1);
  const { origin } = start({ SANDBOX_BANKS_PORT: `${port}` });
  const banks = (await (await fetch(`${await origin}/providers/open-banking/banks`)).json()) as { address: string }[];
  expect(banks.map(({ address }) => new URL(address).port)).toEqual(banks.map(() => `${port}`));
  const url = `${banks[0]?.address}/v1/payments/sepa-credit-transfers/none/status`;
  const reply = await call(sandboxBankCertificates(folder), { method: 'GET', url });
  expect(reply).toMatchObject({ status: 404, body: { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] } });
});

it(
  'the sandbox serves its directory servers by https where it is configured, to clients with its certificates',
  AT_LENGTH,
  async () => {
    const [port] = await freePorts(1);
    const { origin } = start({ SANDBOX_3DS_PORT: `${port}` });
    const found = await (await fetch(`${await origin}/three-ds/directory-servers`)).json();
    const addresses = (found as { address: string }[]).map(({ address }) => address);
    expect(addresses).toContain(`https://localhost:${port}/visa`);
    const { ca, threeDSServer } = sandboxThreeDSCertificates(folder);
    const reply = await postMessage(addresses[0] ?? '', 'no message', { ca, certificate: threeDSServer });
    expect(reply.message).toMatchObject({ messageType: 'Erro', errorCode: '101' });
  },
);

it('the sandbox names a wrong setting in one line', async () => {
  expect(await start({ SANDBOX_PORT: 'none' }).ended).toEqual({
    code: 1,
    err: 'Sandbox: SANDBOX_PORT must be a port from 0 to 65535, and is "none".\n',
  });
});

it('the sandbox reports in one line that its port is in use', AT_LENGTH, async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, err } = await start({ SANDBOX_PORT: `${port}` }).ended;
  expect(code).toBe(1);
  expect(err).toMatch(new RegExp(`^Sandbox: .*${port}\n$`));
});
