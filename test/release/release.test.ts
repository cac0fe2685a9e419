/** A release, installed by npm into an empty folder, runs there without the checkout and its packages. */
import { spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sha256 } from '../../scripts/release/provenance.ts';
import { lockedPackages } from '../../scripts/sbom.ts';
import { loadScript } from '../scripts/module.ts';
import { freePorts } from '../support/ports.ts';
import { spawnTethered } from '../support/tethered.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
/** Building, installing and starting take long on a busy machine. */
const START_MS_MAX = 180_000;
/** The user without rights, by Debian's number. */
const NOBODY = 65_534;
/** In the format of generated passwords. */
const API_PASSWORD = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

const { installedIn, installRelease } = await loadScript<{
  installedIn(folder: string): string;
  installRelease(node: string, folder: string, options: readonly string[]): Promise<void>;
}>('lib/release.mjs');

const root = mkdtempSync(join(tmpdir(), 'turnpike-release-'));
const installed = {
  release: join(root, 'release', 'files'),
  /** A folder without a checkout. */
  folder: join(root, 'release', 'app'),
  program: installedIn(join(root, 'release')),
};
beforeAll(async () => {
  // Another user runs the program in a test.
  chmodSync(root, 0o755);
  const keyFile = join(root, 'key.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await installRelease(process.execPath, join(root, 'release'), ['--key', keyFile]);
}, START_MS_MAX);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const artefact = (name: string) => readFileSync(join(installed.release, name));
const json = (name: string) => JSON.parse(artefact(name).toString());

/** The environment of a new terminal. */
const terminal = (env: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: join(installed.folder, 'data'),
  ...env,
});

interface Ran {
  readonly pid: number;
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function turnpike(
  args: readonly string[],
  env: Record<string, string> = {},
  program = installed.program,
  user: { readonly uid?: number; readonly gid?: number } = {},
): Ran {
  const { pid, status, stdout, stderr } = spawnSync(process.execPath, [join(program, 'bin', 'turnpike.mjs'), ...args], {
    cwd: installed.folder,
    env: terminal(env),
    ...user,
    encoding: 'utf8',
  });
  return { pid, code: status, out: stdout, err: stderr };
}

describe('the files of a release', () => {
  it('have checksums that sha256sum accepts, and signatures of the key', () => {
    const sums = artefact('SHA256SUMS');
    for (const line of sums.toString().trim().split('\n')) {
      const [digest = '', name = ''] = line.split('  ');
      expect(sha256(artefact(name)), name).toBe(digest);
    }
    expect(verify(null, sums, publicKey, artefact('SHA256SUMS.sig'))).toBe(true);
    const { payloadType, payload, signatures } = json(`turnpike-${version}.intoto.jsonl`);
    const body = Buffer.from(payload, 'base64');
    const signed = `DSSEv1 ${payloadType.length} ${payloadType} ${body.length} ${body}`;
    expect(
      verify(
        null,
        Buffer.from(signed),
        createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
        Buffer.from(signatures[0].sig, 'base64'),
      ),
    ).toBe(true);
    expect(JSON.parse(body.toString())).toEqual(json(`turnpike-${version}.provenance.json`));
  });

  it('name the tarball, the commit and the lockfile in their provenance', () => {
    const { _type, subject, predicateType, predicate } = json(`turnpike-${version}.provenance.json`);
    expect([_type, predicateType]).toEqual(['https://in-toto.io/Statement/v1', 'https://slsa.dev/provenance/v1']);
    const tarball = `turnpike-${version}.tgz`;
    expect(subject).toContainEqual({ name: tarball, digest: { sha256: sha256(artefact(tarball)) } });
    const { resolvedDependencies } = predicate.buildDefinition;
    const digest = { sha256: sha256(readFileSync(join(ROOT, 'package-lock.json'))) };
    expect(resolvedDependencies).toContainEqual({ name: 'package-lock.json', digest });
  });

  it('contain no path of the checkout that built them', () => {
    const archive = gunzipSync(artefact(`turnpike-${version}.tgz`));
    expect(archive.includes(ROOT)).toBe(false);
  });

  it('have the examples for operators, and the pages that commands and alerts name', () => {
    const files = [
      'deploy/systemd/turnpike.service',
      'deploy/postgresql/roles.sql',
      'docs/operating/alerts/rules.yaml',
    ];
    const pages = ['docs/operating/backup.md', 'docs/guide/going-live.md'];
    const missing = [...files, ...pages].filter((file) => !existsSync(join(installed.program, file)));
    expect(missing).toEqual([]);
  });

  it('have a bill of the packages inside, each with its licence in the tarball', () => {
    const { components } = json(`turnpike-${version}.sbom.json`) as {
      readonly components: readonly { readonly name: string; readonly version: string }[];
    };
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'better-sqlite3', 'astro', 'preact', 'zod']));
    expect(names).not.toContain('vite');
    expect(components.length).toBeLessThan(Object.keys(lockedPackages()).length / 2);
    const licences = readFileSync(join(installed.program, 'LICENSES-OF-PACKAGES.txt'), 'utf8');
    expect(components.filter((one) => !licences.includes(`\n${one.name} ${one.version}, `))).toEqual([]);
  });
});

it('npm installs one package beside the release, and the package that it names', () => {
  const names = readdirSync(join(installed.folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(names).toEqual(['better-sqlite3', 'node-addon-api', 'turnpike']);
});

describe('turnpike start', () => {
  let origin: string;
  let shop: string;
  let env: Record<string, string>;
  let child: ReturnType<typeof spawnTethered>;
  let said = '';

  beforeAll(async () => {
    const [port, shopPort, acquirer, mail, banks, threeDS] = await freePorts(6);
    origin = `http://localhost:${port}`;
    shop = `http://localhost:${shopPort}`;
    env = {
      PORT: `${port}`,
      SANDBOX_PORT: `${shopPort}`,
      ACQUIRER_URL: `iso8583://127.0.0.1:${acquirer}`,
      SANDBOX_SMTP_PORT: `${mail}`,
      SANDBOX_BANKS_PORT: `${banks}`,
      SANDBOX_3DS_PORT: `${threeDS}`,
      SANDBOX_API_PASSWORD: API_PASSWORD,
    };
    const command = join(installed.folder, 'node_modules', '.bin', 'turnpike');
    child = spawnTethered(command, ['start'], terminal(env));
    const take = (text: Buffer) => {
      said += text;
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    await vi.waitUntil(() => said.includes('Stop with Ctrl+C') || child.exitCode !== null, { timeout: START_MS_MAX });
    expect(said).toContain('Stop with Ctrl+C');
  }, START_MS_MAX);
  afterAll(() => void child?.kill('SIGKILL'));

  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${origin}/api/rest/version/100${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`merchant.TESTSHOP:${API_PASSWORD}`)}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };

  it('takes a payment, and shows the page of a checkout', async () => {
    const paid = await call('PUT', '/merchant/TESTSHOP/order/ORDER-1/transaction/1', {
      apiOperation: 'PAY',
      order: { amount: 12.5, currency: 'EUR' },
      sourceOfFunds: {
        type: 'CARD',
        provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' } },
      },
    });
    expect(paid).toMatchObject({ status: 201, body: { result: 'SUCCESS', order: { status: 'CAPTURED' } } });
    const { body } = await call('POST', '/merchant/TESTSHOP/session', {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE', returnUrl: 'http://localhost:8090/', merchant: { name: 'My shop' } },
      order: { id: 'ORDER-2', amount: 12.5, currency: 'EUR' },
    });
    const page = await fetch(body.checkout.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('My shop');
  });

  it('records the order, and replays it without the checkout', { timeout: START_MS_MAX }, () => {
    const bundle = join(installed.folder, 'bundle.json');
    const recorded = turnpike(['record', 'ORDER-1', '--merchant', 'TESTSHOP', '--to', bundle], env);
    expect(recorded).toMatchObject({ code: 0, out: `The replay bundle is ${bundle}.\n` });
    expect(turnpike(['replay', bundle])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The replay is the same: CAPTURED, 1 transaction, /),
    });
  });

  it('reports one version in its command line, its interface, its metrics, its log and its audit trail', async () => {
    const [, build = ''] = /^turnpike (\S+), Node v/.exec(turnpike(['--version']).out) ?? [];
    expect(build.startsWith(`${version}+`)).toBe(true);
    expect((await call('GET', '/information')).body.gatewayVersion).toBe(build);
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    expect(metrics).toContain(`turnpike_build_info{build="${build}",version="${version}",`);
    const [first = ''] = readFileSync(join(installed.folder, 'data', 'logs', 'gateway.log'), 'utf8').split('\n');
    expect(JSON.parse(first)).toMatchObject({ msg: 'gateway is starting', build });
    expect(turnpike(['audit', 'list', '--action', 'gateway start'], env).out).toContain(`"version":"${build}"`);
  });

  it.each([
    '/docs/guide/first-payment',
    '/docs/turnpike-client.ts',
    '/docs/openapi.json',
    '/static/checkout/checkout.min.js',
    '/favicon.svg',
  ])('serves %s', async (path) => {
    expect((await fetch(`${origin}${path}`)).status).toBe(200);
  });

  it.each(['/', '/style.css', '/shop/checkout.js', '/shop/fields.js', '/wallets/sheet.js', '/wallets/apple-pay.js'])(
    'has %s in its sandbox',
    async (path) => {
      expect((await fetch(`${shop}${path}`)).status).toBe(200);
    },
  );

  it('lets the doctor look, and stops with exit code 0', async () => {
    const { code, out } = turnpike(['doctor', '--json'], env);
    expect(code, out).toBe(0);
    expect(JSON.parse(out).findings.length).toBeGreaterThan(5);
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  });
});

describe('a command of a release that cannot run says in one sentence what to do, with exit code 1', () => {
  /** A copy of the release alone, which a test changes. */
  const changed = (change: (program: string) => void): string => {
    const program = join(mkdtempSync(join(root, 'changed-')), 'turnpike');
    cpSync(installed.program, program, { recursive: true });
    change(program);
    return program;
  };
  const sentence = (text: string) => ({ code: 1, err: expect.stringMatching(`^${text}\\n$`) });

  it('where the tarball was unpacked and not installed', () => {
    const program = changed(() => undefined);
    expect(turnpike(['gateway'], {}, program)).toMatchObject(
      sentence('The package better-sqlite3 is not beside Turnpike: install the tarball with npm .+'),
    );
  });

  it('where Node is too old', () => {
    const program = changed((folder) => {
      const file = join(folder, 'package.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('>=22.18.0', '>=99.1.0'));
    });
    expect(turnpike(['doctor'], {}, program)).toMatchObject(
      sentence(`Turnpike ${version} needs Node 99.1.0 or later, and this is Node ${process.versions.node}: install .+`),
    );
  });

  it.each(['gateway', 'migrate'])('where the SQLite driver is of another processor (%s)', (command) => {
    const program = changed((folder) => {
      const driver = join(folder, 'node_modules', 'better-sqlite3');
      cpSync(join(installed.folder, 'node_modules', 'better-sqlite3'), driver, { recursive: true });
      const binaries = join(driver, 'prebuilds');
      const { platform, arch } = process;
      const other = arch === 'x64' ? 'arm64' : 'x64';
      cpSync(join(binaries, `${platform}-${other}.node`), join(binaries, `${platform}-${arch}.node`));
    });
    const ran = turnpike([command], {}, program);
    expect(ran).toMatchObject(
      sentence(`The SQLite driver's binary does not fit ${process.platform}-${process.arch}: run npm install .+`),
    );
    // The gateway replaces the process that was started, so that signals reach it.
    expect(command === 'gateway' ? JSON.parse(ran.out.split('\n')[0] ?? '').pid : ran.pid).toBe(ran.pid);
  });

  // Root may write everywhere, so another user runs the command, who may not reach a checkout in a private folder.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const canRun = spawnSync(process.execPath, ['--version'], user).status === 0;

  it.skipIf(!canRun).each(['gateway', 'start', 'migrate'])('where another user owns its files (%s)', (command) => {
    const folder = join(installed.folder, 'others');
    mkdirSync(folder, { recursive: true, mode: 0o555 });
    expect(turnpike([command], { DATA_DIR: folder }, installed.program, user)).toMatchObject(
      sentence(`User \\d+ may not use ${folder}.*: start Turnpike as the owner of its files, .+`),
    );
  });

  it.skipIf(!canRun)('where another user owns the database, which a restore by root left', () => {
    const folder = join(installed.folder, 'restored');
    mkdirSync(folder);
    writeFileSync(join(folder, 'turnpike.db'), '', { mode: 0 });
    if (user.uid !== undefined) {
      chownSync(folder, user.uid, user.gid);
    }
    expect(turnpike(['gateway'], { DATA_DIR: folder }, installed.program, user)).toMatchObject(
      sentence(`User \\d+ may not use ${folder}/turnpike.db: start Turnpike as the owner .+ by chown, .+`),
    );
  });

  it.skipIf(!canRun)('where another user owns its files (doctor)', () => {
    const folder = join(installed.folder, 'others-of-doctor');
    mkdirSync(folder, { mode: 0o555 });
    expect(turnpike(['doctor'], { DATA_DIR: folder }, installed.program, user)).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        `^WILL FAIL +settings +User \\d+ may not use ${folder}.*: start Turnpike as the owner`,
      ),
    });
  });

  // A file system that only the command sees, where the machine lets a process have one.
  const ON_READ_ONLY_DISK = ['--user', '--map-root-user', '--mount', 'sh', '-c'];
  const canMount = spawnSync('unshare', [...ON_READ_ONLY_DISK, 'true']).status === 0;

  it.skipIf(!canMount)('where the disk of a database has become read-only', () => {
    const disk = mkdtempSync(join(root, 'disk-'));
    expect(turnpike(['migrate'], { DATA_DIR: disk }).code).toBe(0);
    const program = join(installed.program, 'bin', 'turnpike.mjs');
    const readOnly = `mount --bind ${disk} ${disk} && mount -o remount,ro,bind ${disk}`;
    const script = `${readOnly} && exec ${process.execPath} ${program} gateway`;
    const { status, stderr } = spawnSync('unshare', [...ON_READ_ONLY_DISK, script], {
      env: terminal({ DATA_DIR: disk }),
      encoding: 'utf8',
    });
    expect({ code: status, err: stderr }).toMatchObject(
      sentence(`${disk}/turnpike.db is on a disk that is read-only or full: make it writable, .+`),
    );
  });

  it.skipIf(!canMount).each(['gateway', 'start'])('where the disk is read-only (%s)', (command) => {
    const disk = mkdtempSync(join(root, 'disk-'));
    const program = join(installed.program, 'bin', 'turnpike.mjs');
    const script = `mount -t tmpfs -o ro none ${disk} && exec ${process.execPath} ${program} ${command}`;
    const { status, stderr } = spawnSync('unshare', [...ON_READ_ONLY_DISK, script], {
      env: terminal({ DATA_DIR: disk }),
      encoding: 'utf8',
    });
    expect({ code: status, err: stderr }).toMatchObject(
      sentence(`${disk}/\\w+ is on a disk that is read-only or full: set DATA_DIR to a folder that user 0 may write.`),
    );
  });
});
