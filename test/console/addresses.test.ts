/** Each address of the console, requested by nobody, by each role, and for another merchant. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_ROUTES, type ConsoleRouteName, consoleAddress, ROLE_NAMES, ROLES } from '../../src/console/index.ts';
import { paying, type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from '../cli/turnpike.ts';
import { type Enrolled, enrolled, PersonClient } from './person.ts';

const OWN = 'TESTSHOP';
const OTHER = 'OTHERSHOP';
const ORDER = 'ORDER-OF-BOTH';
/** A provider that nobody reaches, so that its addresses are there. */
const OPENID = {
  CONSOLE_OPENID_ISSUER: 'http://127.0.0.1:9',
  CONSOLE_OPENID_CLIENT_ID: 'turnpike',
  CONSOLE_OPENID_SECRET: 'secret',
};

let rig: Rig;
/** A person of each role, and nobody. */
const clients = new Map<string, PersonClient>();
/** The ids of a link, a notification, a payout and a checkout of each merchant. */
const links = new Map<string, string>();
const notifications = new Map<string, string>();
const payouts = new Map<string, string>();
const openCheckouts = new Map<string, string>();

beforeAll(async () => {
  rig = await startRig(OPENID);
  await rig.merchant({ id: OTHER, name: 'Other Shop' });
  // Both merchants have an order of this id.
  for (const merchant of [OWN, OTHER]) {
    const order = { amount: '12.00', currency: 'EUR', notificationUrl: 'http://localhost:1024/' };
    await rig.api('PUT', `/order/${ORDER}/transaction/1`, paying('AUTHORIZE', { order }), { merchant });
    const notified = await rig.api('GET', `/order/${ORDER}/notification`, undefined, { merchant });
    notifications.set(merchant, notified.json.notification[0].id);
    const { json } = await rig.api('POST', '/link', { link: { amount: '24.00', currency: 'EUR' } }, { merchant });
    links.set(merchant, json.link.id);
  }
  for (const [merchant, key] of await checkouts()) {
    openCheckouts.set(merchant, key);
  }
  await importPayouts();
  for (const role of ROLE_NAMES) {
    const place = role === 'operator' ? [] : ['--merchant', OWN];
    const { client }: Enrolled = await enrolled(rig, ['--role', role, ...place]);
    clients.set(role, client);
  }
  clients.set('nobody', new PersonClient(rig));
});
afterAll(() => rig.close());

/** A checkout of each merchant that nobody has tried to pay, by the key of its session. */
async function checkouts(): Promise<readonly (readonly [string, string])[]> {
  for (const merchant of [OWN, OTHER]) {
    const interaction = { operation: 'PURCHASE', returnUrl: 'https://shop.example/back' };
    const order = { id: merchant, amount: '12.00', currency: 'EUR' };
    await rig.api('POST', '/session', { apiOperation: 'INITIATE_CHECKOUT', interaction, order }, { merchant });
  }
  const rows = await rig.rows('select key, fields from session');
  return rows.map(({ key, fields }) => [JSON.parse(String(fields)).order.id, String(key)]);
}

async function importPayouts(): Promise<void> {
  const head = 'id,kind,merchant,order,transaction,reference,gross,fee,net,currency,date,payout';
  const lines = [OWN, OTHER].map((one) => `${one},PAYOUT,${one},,,,1.00,0.00,1.00,EUR,2026-11-24,PO-${one}`);
  const file = join(rig.folder, 'payouts.csv');
  writeFileSync(file, [head, ...lines, ''].join('\r\n'));
  await turnpike(rig.folder, ['settlement', 'import', file], { DATABASE_URL: rig.databaseUrl });
  const rows = await rig.rows('select key, payout from settlement_payout');
  for (const { key, payout } of rows) {
    payouts.set(String(payout).slice('PO-'.length), String(key));
  }
}

type Route = (typeof CONSOLE_ROUTES)[ConsoleRouteName];

const NAMES = Object.keys(CONSOLE_ROUTES) as readonly ConsoleRouteName[];
/** Addresses that end the person's own session, which the others still need. */
const isDestructive = (name: ConsoleRouteName) => name === 'signOut';

const METHODS: Readonly<Record<Route['takes'], readonly ('GET' | 'POST')[]>> = {
  FORM: ['POST'],
  PAGE: ['GET'],
  PAGE_AND_FORM: ['GET', 'POST'],
};

interface Case {
  readonly name: ConsoleRouteName;
  readonly method: 'GET' | 'POST';
  readonly who: string;
  readonly merchant: string;
}

const CASES: readonly Case[] = NAMES.filter((name) => !isDestructive(name)).flatMap((name) =>
  METHODS[CONSOLE_ROUTES[name].takes].flatMap((method) =>
    [...ROLE_NAMES, 'nobody'].flatMap((who) =>
      (CONSOLE_ROUTES[name].url.includes(':merchant') ? [OWN, OTHER, 'NO_SUCH'] : [OWN]).map((merchant) => ({
        name,
        method,
        who,
        merchant,
      })),
    ),
  ),
);

/** The answer by the table of roles: whether the request may pass, or why not. */
function expected({ name, who, merchant }: Case): 'NOT_ALLOWED' | 'NOT_FOUND' | 'PASSES' | 'SIGN_IN' {
  const { access } = CONSOLE_ROUTES[name] as { readonly access: string };
  if (access === 'ANYONE') {
    return 'PASSES';
  }
  if (who === 'nobody') {
    return 'SIGN_IN';
  }
  const role = who as keyof typeof ROLES;
  if (access === 'SIGNED_IN') {
    return 'PASSES';
  }
  if (merchant === 'NO_SUCH' || (merchant === OTHER && role !== 'operator')) {
    return 'NOT_FOUND';
  }
  return (ROLES[role].may as readonly string[]).includes(access) ? 'PASSES' : 'NOT_ALLOWED';
}

async function outcome({ name, method, who, merchant }: Case) {
  const client = clients.get(who) as PersonClient;
  const [link = '', notification = '', payout = '', checkout = ''] = [
    ...[links, notifications, payouts, openCheckouts],
  ].map((of) => of.get(merchant) ?? 'NO_SUCH');
  const ids = { merchant, order: ORDER, transaction: '1', link, notification, payout, checkout };
  const path = consoleAddress(name, { ...ids, token: 'x'.repeat(43), session: '999999999', card: '1' });
  if (method === 'POST') {
    // Any page has the proof of this browser's forms.
    await client.get('/console/sign-in');
  }
  const { status, headers, text } = method === 'GET' ? await client.get(path) : await client.send({}, path);
  if (status === 303 && String(headers.location).startsWith('/console/sign-in')) {
    return 'SIGN_IN';
  }
  if (text.includes('Your role does not allow this')) {
    return 'NOT_ALLOWED';
  }
  return text.includes('you have no role at this merchant') ? 'NOT_FOUND' : 'PASSES';
}

describe('each address, by each role, at the own merchant, another, and none', () => {
  it('answers as the tables of routes and roles say', async () => {
    const differences: unknown[] = [];
    for (const one of CASES) {
      const [is, should] = [await outcome(one), expected(one)];
      // The steps before a sign-in, and sessions and logos that do not exist, refuse by themselves.
      const isOwnRefusal = ['brandingLogo', 'code', 'endSession'].includes(one.name) && should === 'PASSES';
      if (is !== should && !isOwnRefusal) {
        differences.push({ ...one, is, should });
      }
    }
    expect(differences).toEqual([]);
    expect(CASES.length).toBeGreaterThan(150);
    const moved = await rig.api('GET', `/order/${ORDER}`);
    expect(moved.json.transaction).toHaveLength(1);
  });

  it('has a page for every other address below /console', async () => {
    const { status, text } = await (clients.get('viewer') as PersonClient).get('/console/no/such/page');
    expect([status, text.includes('There is nothing here')]).toEqual([404, true]);
  });
});
