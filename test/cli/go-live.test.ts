/** `turnpike doctor --go-live`: the checklist before real payments, each of whose items is a step of the guide. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doctor } from '../../src/cli/doctor/doctor.ts';
import { GO_LIVE_ITEMS, type GoLiveLine } from '../../src/cli/go-live/go-live.ts';
import { createAuthority, hoursFromNow } from '../support/certificates.ts';
import { type DatabasePlace, newDatabase } from '../support/database-place.ts';
import { turnpike } from './turnpike.ts';

const HOST = 'pay.example';
const DAYS_30 = 30 * 24;

const folder = mkdtempSync(join(tmpdir(), 'turnpike-go-live-'));
/** A folder on another disk than the data, if the machine has one. */
const anotherDisk = ['/dev/shm', '/var/tmp'].find(
  (path) => statSync(path, { throwIfNoEntry: false })?.dev !== statSync(folder).dev,
);
const authority = createAuthority('Checklist test');
const servers: Server[] = [];
let place: DatabasePlace;
let live: Record<string, string>;
let httpsPort: number;
let isPublic = false;

beforeAll(async () => {
  place = await newDatabase({ folder });
  const acquirer = await listening(createServer((socket) => socket.on('error', () => undefined)));
  const issued = authority.issue({ name: HOST, use: 'server', hosts: [HOST], until: hoursFromNow(DAYS_30) });
  const gateway = createHttps({ cert: issued.cert, key: issued.key }, ({ url = '' }, response) => {
    response.writeHead(url.endsWith('/information') || (isPublic && url === '/metrics') ? 200 : 404).end();
  });
  httpsPort = await listening(gateway);
  live = {
    ...(process.env as Record<string, string>),
    TURNPIKE_MODE: 'live',
    TURNPIKE_KEYS: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    DATABASE_URL: place.url,
    PUBLIC_ORIGIN: `https://${HOST}`,
    ACQUIRER_URL: `iso8583://127.0.0.1:${acquirer}`,
    ADMIN_PORT: '9464',
    TRUSTED_PROXIES: '10.0.0.0/8',
    AUDIT_HEAD_FILE: join(anotherDisk ?? folder, 'turnpike-audit-head.jsonl'),
    SECURITY_CONTACT: 'mailto:security@pay.example',
  };
});
afterAll(async () => {
  for (const server of servers) {
    server.close();
  }
  await place.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return (server.address() as AddressInfo).port;
}

async function put(profile: object): Promise<void> {
  const file = join(folder, 'profile.json');
  writeFileSync(file, JSON.stringify({ name: 'A shop', browserPayments: [], ...profile }));
  expect(await turnpike(folder, ['merchant', 'put', file], live)).toMatchObject({ code: 0, err: '' });
}

async function checklist(change: Record<string, string> = {}, args: readonly string[] = []) {
  const outside = { resolve: async () => ['127.0.0.1'], allowsNotification: () => true, ca: authority.cert, httpsPort };
  const call = { env: { ...live, ...change }, args: [...args, '--go-live', '--json'], usage: 'usage' };
  const { text, exitCode } = await doctor(call, outside);
  const { items } = JSON.parse(text) as { items: GoLiveLine[] };
  const missing = items.filter(({ state }) => state === 'MISSING');
  return { exitCode, items, missing: missing.map(({ section, number }) => `${section} ${number}`), text };
}

/** The tests may run as root, and the machine may have one disk. */
const OF_THIS_MACHINE = new Set([
  ...(process.getuid?.() === 0 ? ['The machine 2'] : []),
  ...(anotherDisk === undefined ? ['The settings 7'] : []),
]);
const beyondThisMachine = (missing: readonly string[]) => missing.filter((one) => !OF_THIS_MACHINE.has(one));

it('has an item for each numbered step of the guide', () => {
  const guide = readFileSync(new URL('../../docs/guide/going-live.md', import.meta.url), 'utf8');
  const steps = guide.split(/^## /m).flatMap((section) => {
    const [title = ''] = section.split('\n', 1);
    return [...section.matchAll(/^(\d+)\. /gm)].map(([, number]) => `${title} ${number}`);
  });
  expect(GO_LIVE_ITEMS.map(({ section, number }) => `${section} ${number}`).sort()).toEqual(steps.sort());
});

describe('on a live gateway', () => {
  it('misses a merchant first, and nothing once the merchant is complete', async () => {
    expect(beyondThisMachine((await checklist()).missing)).toEqual(['The merchants 2']);
    await put({ id: 'SHOP' });
    const bare = await checklist();
    expect(beyondThisMachine(bare.missing)).toEqual(['The merchants 3', 'The merchants 4', 'The merchants 9']);
    expect(bare.text).toContain('Neither a password nor a certificate: SHOP.');
    await put({ id: 'SHOP', returnHosts: [HOST], notification: { url: `https://${HOST}/hook` } });
    await place.run('update merchant set password_hash = ? where id = ?', 'a hash', 'SHOP');
    for (const args of [[], ['SHOP']]) {
      const { exitCode, items, missing } = await checklist({}, args);
      expect(beyondThisMachine(missing)).toEqual([]);
      expect(exitCode).toBe(missing.length === 0 ? 0 : 1);
      expect(new Set(items.map(({ section, number }) => `${section} ${number}`)).size).toBe(GO_LIVE_ITEMS.length);
    }
  });

  it.each<[string, Record<string, string>, string]>([
    ['staging', { TURNPIKE_MODE: 'staging' }, 'The settings 1'],
    ['an acquirer that is away', { ACQUIRER_URL: 'iso8583://127.0.0.1:1' }, 'The settings 4'],
    ['the port of payers for metrics', { ADMIN_PORT: '' }, 'The settings 5'],
    ['an unnamed proxy', { TRUSTED_PROXIES: '' }, 'The settings 6'],
    ['the heads of the audit trail beside the data', { AUDIT_HEAD_FILE: '' }, 'The settings 7'],
    ['no contact', { SECURITY_CONTACT: '' }, 'The settings 8'],
    ['settings that cannot be read', { TURNPIKE_KEYS: '' }, 'The settings 1'],
  ])('misses an item with %s', async (_what, change, item) => {
    const { missing, exitCode } = await checklist(change);
    expect(missing).toContain(item);
    expect(exitCode).toBe(1);
  });

  it('misses an item while the metrics are public', async () => {
    isPublic = true;
    expect((await checklist()).missing).toContain('The watch 2');
    isPublic = false;
  });
});

it('prints each section with its items, and counts them', async () => {
  const { out, code } = await turnpike(folder, ['doctor', '--go-live'], { ...live, TURNPIKE_MODE: 'staging' });
  expect(code).toBe(1);
  expect(out).toMatch(/^The settings\n {2}missing {2}1 {3}TURNPIKE_MODE is staging: no money is moved\. To do: set /m);
  expect(out).toMatch(/^ {2}yours {4}5 {3}Only you can know whether a backup was restored on another machine\.$/m);
  expect(out).toMatch(/^\d+ done, \d+ missing, \d+ that only you can know\.\n$/m);
});
