/** The supervisor with two fake children, in a folder of its own: real processes, ports and signals. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withSimulatorPorts } from '../../src/settings/sandbox/index.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../support/at-length.ts';
import { createAuthority } from '../support/certificates.ts';
import { freePorts } from '../support/ports.ts';

/** The supervisor and all of its modules. */
const PARTS = [
  'contract/durations.ts',
  'platform/build.ts',
  'platform/command-names.ts',
  'platform/operator-advice.ts',
  'platform/orphaned.ts',
  'platform/pem.ts',
  'platform/private-files.ts',
  'platform/x509',
  'settings',
  'start',
];
const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Serves 200 at every path, logs as pino does, and behaves as `BEHAVIOUR_<name>` specifies. */
const standIn = (name: string, portSetting: string) => `
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
const behaviour = process.env.BEHAVIOUR_${name} ?? 'good';
if (behaviour === 'refuses') { process.stderr.write('PORT must be a number.\\n'); process.exit(1); }
process.on('SIGTERM', () => { console.log(JSON.stringify({ level: 50, msg: '${name} stops' })); process.exit(0); });
console.log(JSON.stringify({ level: 30, msg: '${name} begins' }));
const server = createServer((request, response) => {
  if (request.url === '/die') process.exit(3);
  if (request.url === '/readyz' && behaviour === 'restored' && !existsSync('opened')) {
    response.statusCode = 503;
    response.end('{"status":"restored","store":"closed"}');
    return;
  }
  response.end(request.headers.host);
});
server.listen(Number(process.env.${portSetting}), '127.0.0.1');
`;

let folder: string;
let running: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-start-'));
  for (const path of PARTS) {
    cpSync(join(SRC, path), join(folder, 'src', path), { recursive: true });
  }
  mkdirSync(join(folder, 'src', 'sandbox'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'src', 'server.ts'), standIn('GATEWAY', 'PORT'));
  writeFileSync(join(folder, 'src', 'sandbox', 'main.ts'), standIn('SANDBOX', 'SANDBOX_PORT'));
});

afterEach(() => {
  running?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const listen = async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => new Promise((resolve) => server.close(resolve)) };
};

async function ownPorts() {
  const [gateway, sandbox, acquirer, mail, banks, threeDS] = await freePorts(6);
  return {
    PORT: `${gateway}`,
    SANDBOX_PORT: `${sandbox}`,
    ACQUIRER_URL: `iso8583://127.0.0.1:${acquirer}`,
    SANDBOX_SMTP_PORT: `${mail}`,
    SANDBOX_BANKS_PORT: `${banks}`,
    SANDBOX_3DS_PORT: `${threeDS}`,
  };
}

function start(env: Record<string, string>) {
  const { NODE_ENV: _, TURNPIKE_MODE: __, NODE_OPTIONS: ___, ...own } = process.env;
  const child = spawn(process.execPath, ['src/start/main.ts'], { cwd: folder, env: { ...own, ...env } });
  running = child;
  let said = '';
  const waiting: { readonly text: string; readonly resolve: () => void }[] = [];
  const take = (text: Buffer) => {
    said += text;
    for (const one of waiting) {
      if (said.includes(one.text)) {
        one.resolve();
      }
    }
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const endedTooEarly = async (text: string): Promise<never> => {
    await ended;
    throw new Error(`It ended without the text ${text}: ${said}`);
  };
  return {
    child,
    said: () => said,
    says: (text: string) =>
      Promise.race([
        new Promise<void>((resolve) => void (said.includes(text) ? resolve() : waiting.push({ text, resolve }))),
        endedTooEarly(text),
      ]),
    ended,
  };
}

const log = (name: string) => readFileSync(join(folder, 'data', 'logs', `${name}.log`), 'utf8');

/** Two processes start, one after the other, which takes time on a busy machine. */
const START_MS_MAX = 180_000;

describe('npm start', { timeout: START_MS_MAX }, () => {
  it('gives instructions where the store was restored and is closed, and continues once it is open', async () => {
    const { says, said, child, ended } = start({ ...(await ownPorts()), BEHAVIOUR_GATEWAY: 'restored' });
    await says('restored --open');
    expect(said()).toContain('reconcile --ledger FILE.json --adopt');
    expect(said()).not.toContain('Stop with Ctrl+C');
    writeFileSync(join(folder, 'opened'), '');
    await says('Stop with Ctrl+C');
    expect(said().split('restored --open')).toHaveLength(2);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('prints all addresses once both processes answer, and nothing of their logs', async () => {
    const ports = await ownPorts();
    const { says, said, child, ended } = start(ports);
    await says('Stop with Ctrl+C');
    const password = readFileSync(join(folder, 'data', 'sandbox', 'api-password'), 'utf8').trim();
    for (const text of [
      `http://localhost:${ports.SANDBOX_PORT}/`,
      `http://localhost:${ports.PORT}/api/rest`,
      'merchant.TESTSHOP',
      password,
    ]) {
      expect(said()).toContain(text);
    }
    expect(said()).not.toContain('begins');
    // A process may answer before its output has come through the pipe.
    await expect.poll(() => log('gateway')).toContain('GATEWAY begins');
    await expect.poll(() => log('sandbox')).toContain('SANDBOX begins');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('records the simulators’ ports for commands in another terminal, until it stops', AT_LENGTH, async () => {
    const ports = await ownPorts();
    const { says, child, ended } = start(ports);
    await says('Stop with Ctrl+C');
    const { SANDBOX_BANKS_PORT, SANDBOX_3DS_PORT } = ports;
    const env = { DATA_DIR: join(folder, 'data') };
    expect(withSimulatorPorts(env)).toEqual({ ...env, SANDBOX_BANKS_PORT, SANDBOX_3DS_PORT });
    expect(withSimulatorPorts({ ...env, SANDBOX_BANKS_PORT: '1' })).toMatchObject({ SANDBOX_BANKS_PORT: '1' });
    expect(withSimulatorPorts({ ...env, TURNPIKE_MODE: 'live' })).toEqual({ ...env, TURNPIKE_MODE: 'live' });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(withSimulatorPorts(env)).toEqual(env);
  });

  itAtLength(['SIGTERM', 'SIGINT', 'SIGHUP'], isFirst)('stops both on %s and shows the errors', async (signal) => {
    const { says, said, child, ended } = start(await ownPorts());
    await says('Stop with Ctrl+C');
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(said()).toContain('gateway: GATEWAY stops');
    expect(said()).toContain('sandbox: SANDBOX stops');
  });

  it('stops the other process when one dies, and names it', AT_LENGTH, async () => {
    const ports = await ownPorts();
    const { says, said, ended } = start(ports);
    await says('Stop with Ctrl+C');
    await fetch(`http://127.0.0.1:${ports.PORT}/die`).catch(() => undefined);
    expect(await ended).toBe(1);
    expect(said()).toContain('The gateway stopped by itself (exit code 3)');
    expect(log('sandbox')).toContain('SANDBOX stops');
  });

  it('ends at once when one process refuses its settings, with its message', async () => {
    const { said, ended } = start({ ...(await ownPorts()), BEHAVIOUR_GATEWAY: 'refuses' });
    expect(await ended).toBe(1);
    expect(said()).toContain('PORT must be a number.');
    expect(said()).not.toContain('Turnpike is running');
  });

  itAtLength(
    ['PORT', 'SANDBOX_PORT', 'ACQUIRER_URL', 'SANDBOX_SMTP_PORT', 'SANDBOX_BANKS_PORT', 'SANDBOX_3DS_PORT'] as const,
    isFirst,
  )('names %s when its port is in use, and starts nothing', async (setting) => {
    const taken = await listen();
    const value = setting === 'ACQUIRER_URL' ? `iso8583://127.0.0.1:${taken.port}` : String(taken.port);
    const { said, ended } = start({ ...(await ownPorts()), [setting]: value });
    expect(await ended).toBe(1);
    await taken.close();
    expect(said().trim().split('\n')).toEqual([
      expect.stringMatching(`^Port ${taken.port} \\(${setting}\\) is in use`),
    ]);
  });

  it('calls the gateway by its public name, which is the only one that it answers to', AT_LENGTH, async () => {
    const ports = await ownPorts();
    writeFileSync(
      join(folder, 'src', 'server.ts'),
      `import { createServer } from 'node:http';
       createServer((request, response) => response.writeHead(request.headers.host === 'pay.example' ? 200 : 421).end()).listen(process.env.PORT, '127.0.0.1');`,
    );
    const { says, child, ended } = start({ ...ports, PUBLIC_ORIGIN: 'https://pay.example' });
    await says('https://pay.example/api/rest');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('waits for the gateway’s https, prints it, and has the demo shop trust it as well', async () => {
    const issued = createAuthority('Example Authority').issue({ name: 'gateway', use: 'server', hosts: ['localhost'] });
    const root = createAuthority('Example Root').cert;
    for (const [name, text] of Object.entries({ own: issued.key + issued.cert, root })) {
      writeFileSync(join(folder, `${name}.pem`), text);
    }
    writeFileSync(
      join(folder, 'src', 'server.ts'),
      `import { createServer } from 'node:https';
       import { readFileSync } from 'node:fs';
       const own = readFileSync(process.env.TLS_CERT);
       createServer({ cert: own, key: own }, (request, response) => response.end()).listen(process.env.PORT, '127.0.0.1');`,
    );
    writeFileSync(
      join(folder, 'src', 'sandbox', 'main.ts'),
      `import { getCACertificates } from 'node:tls';
       ${standIn('SANDBOX', 'SANDBOX_PORT')}
       console.log(process.env.PUBLIC_ORIGIN, JSON.stringify(getCACertificates('extra').map((pem) => pem.trim())));`,
    );
    const ports = await ownPorts();
    const tls = { TLS_CERT: 'own.pem', TLS_KEY: 'own.pem', NODE_EXTRA_CA_CERTS: 'root.pem' };
    const { says, child, ended } = start({ ...ports, ...tls });
    await says(`https://localhost:${ports.PORT}/api/rest`);
    await says('Stop with Ctrl+C');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    const trusted = [issued.cert, root].map((pem) => pem.trim());
    expect(log('sandbox')).toContain(`https://localhost:${ports.PORT} ${JSON.stringify(trusted)}`);
    expect(readFileSync(join(folder, 'data', 'sandbox', 'trusted.pem'), 'utf8')).not.toContain('PRIVATE KEY');
  });

  it('runs the gateway alone in live mode, with its log on the terminal', async () => {
    const { says, said, child, ended } = start({ ...(await ownPorts()), NODE_ENV: 'production' });
    await says('"msg":"GATEWAY begins"');
    expect(said()).not.toContain('password');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said()).not.toContain('SANDBOX');
  });
});
