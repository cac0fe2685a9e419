/**
 * A release as an operator downloads it, in an empty folder: installed by its script, and as an image that buildah
 * starts. Its isolation shares the network and no other thing.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../../scripts/release/provenance.ts';
import { createMerchant } from '../support/merchant.ts';
import { freePorts } from '../support/ports.ts';
import { API_PASSWORD } from '../support/stack.ts';

/** Bundling, packing and Debian's packages take half a minute on a machine with nothing else to do. */
const BUILD_MS_MAX = 600_000;
const START_MS_MAX = 120_000;
const canBuild = ['/usr/bin/buildah', '/usr/bin/mmdebstrap'].every(existsSync) && process.getuid?.() === 0;
const container = `turnpike-test-${randomBytes(4).toString('hex')}`;
const PROGRAM = ['node', '/opt/turnpike/bin/turnpike.mjs'];
let folder: string;
let downloaded: string;
let image: string;
let running: ChildProcess | undefined;

function run(command: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26, cwd });
  expect({ args, status, output: status === 0 ? '' : stdout + stderr }).toMatchObject({ status: 0 });
  return stdout;
}

/** Copies the archive and what install.sh and image.sh need beside it. */
function download(from: string, name: string): string {
  const into = join(folder, name);
  mkdirSync(into);
  for (const one of readdirSync(from).filter((file) => /\.tar\.gz$|\.sh$|^SHA256SUMS$/.test(file))) {
    cpSync(join(from, one), join(into, one));
  }
  return into;
}

/** The path of the image that image.sh writes to a folder. */
function imageFile(from: string): string {
  const name = readdirSync(from).find((file) => file.endsWith(`-image-linux-${process.arch}.tar`));
  return join(from, name ?? 'absent');
}

const inImage = (env: Readonly<Record<string, string>>, words: readonly string[]) => [
  ...['run', '--isolation', 'chroot', ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])],
  ...[container, '--', ...words],
];

beforeAll(() => {
  if (!canBuild) {
    return;
  }
  folder = mkdtempSync(join(tmpdir(), 'turnpike-release-'));
  const release = join(folder, 'release');
  run(process.execPath, ['scripts/run.mjs', '--program', 'scripts/release.ts', '--modified', '--out', release]);
  downloaded = download(release, 'downloaded');
  const [, id = ''] = / sha256:(\w+)\. /.exec(run('sh', ['image.sh'], downloaded)) ?? [];
  run('buildah', ['pull', `docker-archive:${imageFile(downloaded)}`]);
  // Its id is the digest that the script printed.
  image = id;
  run('buildah', ['from', '--pull-never', '--name', container, image]);
}, BUILD_MS_MAX);
afterAll(async () => {
  if (running?.pid !== undefined && running.exitCode === null) {
    // The group has buildah and the processes of the container.
    process.kill(-running.pid, 'SIGTERM');
    await once(running, 'exit');
  }
  if (canBuild) {
    spawnSync('buildah', ['rm', container]);
    rmSync(folder, { recursive: true, force: true });
  }
});

it.skipIf(!canBuild)('a second build of the image from the same packages of Debian has the same bytes', () => {
  const again = download(downloaded, 'again');
  run('sh', ['image.sh', '--base-of', imageFile(downloaded)], again);
  const [one, other] = [downloaded, again].map((from) => sha256(readFileSync(imageFile(from))));
  expect(other).toBe(one);
});

it.skipIf(!canBuild)(
  'install.sh makes the downloaded release run, with its unit, proxies, alerts and dashboard',
  () => {
    const root = join(folder, 'root');
    run('sh', ['install.sh', '--sandbox', '--root', root], downloaded);
    const current = join(root, 'opt', 'turnpike', 'current');
    expect(run(join(current, 'bin', 'turnpike'), ['migrate'])).toContain('schema');
    const files = [
      'deploy/systemd/turnpike.service',
      'deploy/proxies/nginx/turnpike.conf',
      'deploy/compose/compose.yaml',
      'dist/away.html',
      'docs/operating/alerts/rules.yaml',
      'docs/operating/dashboard.json',
    ];
    expect(files.filter((file) => !existsSync(join(current, file)))).toEqual([]);
  },
);

it.skipIf(!canBuild)('the image has an own user, a health check, and the gateway as its program', () => {
  const { Docker } = JSON.parse(run('buildah', ['inspect', '--type', 'image', image]));
  expect(Docker.config).toMatchObject({
    User: '10001:10001',
    Entrypoint: PROGRAM,
    Cmd: ['gateway'],
    Healthcheck: { Test: ['CMD', 'node', '/opt/turnpike/bin/healthy.mjs'] },
  });
});

it.skipIf(!canBuild)('the image without keys says so in one sentence', () => {
  const env = { PUBLIC_ORIGIN: 'https://pay.example', ACQUIRER_URL: 'iso8583s://acquirer.example:8583' };
  const { status, stderr } = spawnSync('buildah', inImage(env, [...PROGRAM, 'gateway']), { encoding: 'utf8' });
  expect(status).toBe(1);
  const [sentence] = stderr.split('\n');
  expect(sentence).toMatch(/^TURNPIKE_KEYS is not set: .*\.$/);
});

it.skipIf(!canBuild)(
  'the image takes a payment as its own user, and is healthy',
  async () => {
    const [port = 0, shop, acquirer, banks, threeDS, mail] = await freePorts(6);
    const env = {
      TURNPIKE_MODE: 'sandbox',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      SANDBOX_PORT: `${shop}`,
      ACQUIRER_URL: `iso8583://127.0.0.1:${acquirer}`,
      SANDBOX_BANKS_PORT: `${banks}`,
      SANDBOX_3DS_PORT: `${threeDS}`,
      SANDBOX_SMTP_PORT: `${mail}`,
      SANDBOX_API_PASSWORD: API_PASSWORD,
    };
    running = spawn('buildah', inImage(env, [...PROGRAM, 'start']), { stdio: 'ignore', detached: true });
    const origin = `http://localhost:${port}`;
    const isReady = () =>
      fetch(`${origin}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(isReady, { timeout: START_MS_MAX }).toBe(200);
    const { status, body } = await createMerchant(origin, API_PASSWORD).pay('ORDER-1', '1');
    expect([status, body.result]).toEqual([201, 'SUCCESS']);
    run('buildah', inImage(env, ['node', '/opt/turnpike/bin/healthy.mjs']));
    expect(spawnSync('buildah', inImage({ PORT: '1' }, ['node', '/opt/turnpike/bin/healthy.mjs'])).status).not.toBe(0);
  },
  START_MS_MAX * 2,
);
