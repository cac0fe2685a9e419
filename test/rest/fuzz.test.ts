/**
 * Two thousand requests, each a good one with something broken, from a seed that a failure prints. What is refused changes nothing;
 * what is taken is answered as ever; nothing is a 5xx, and no answer shows our innards.
 */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CARD, INNARDS, paying, type Reply, type Rig, startRig } from './rig.ts';

vi.mock('../../src/acquirer/limits.ts', async (original) => {
  const limits = await original<typeof import('../../src/acquirer/limits.ts')>();
  return { ...limits, DEFAULT_LINK_TIMES: { ...limits.DEFAULT_LINK_TIMES, requestTimeoutMs: 400 } };
});

const REQUESTS = 2_000;
const AT_ONCE = 16;
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);

/** mulberry32: the same numbers from the same seed, everywhere. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const next = random(SEED);
const below = (limit: number) => Math.floor(next() * limit);
const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;

const HOSTILE = [
  'null',
  'true',
  '-1',
  '1e999',
  '1e3',
  '-0',
  '0.0000001',
  '99999999999999999999',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{}]',
  '{"__proto__":1}',
  '{"constructor":{"prototype":1}}',
  `"${'x'.repeat(5_000)}"`,
  `"${'😀'.repeat(50)}"`,
  '"\' or 1=1 --"',
  '"<script>"',
  '"%00"',
  '"../../etc/passwd"',
  '"{{7*7}}"',
  '"\\r\\nX-A: b"',
  '[1,2,3]',
  '"NaN"',
  '1.',
  '.5',
  '01',
  '"٣"',
  '"EUR "',
  '"eur"',
  '"XXX"',
  '"2039"',
];
const NAMES = [
  'amount',
  'currency',
  'number',
  'month',
  'year',
  'securityCode',
  'card',
  'provided',
  'order',
  'sourceOfFunds',
  'apiOperation',
  'type',
  'item',
  'id',
  'quantity',
  'unitPrice',
  'version',
  'session',
  'custom',
  'operation',
  'returnUrl',
];
const RICH = {
  billing: { address: { city: 'Ghent', street: 'Alpha St', country: 'BEL' } },
  customer: { email: 'a@b.example' },
  transaction: { reference: 'R' },
};
const lines = { item: [{ name: 'Tea', quantity: 2, unitPrice: '6.00' }], itemAmount: '12.00', custom: { a: 'b' } };

/** Replaces, renames, cuts, doubles or adds, somewhere in JSON text. */
const CHANGES: ((text: string) => string)[] = [
  (text) =>
    text.replace(
      new RegExp(`("${pick(NAMES)}":)("[^"]*"|[\\d.]+|\\{[^{}]*\\}|\\[[^\\]]*\\])`),
      (_all, name: string) => name + pick(HOSTILE),
    ),
  (text) => text.replace(`"${pick(NAMES)}"`, `"${pick([...NAMES, '__proto__', 'constructor', 'toString', ''])}"`),
  (text) => text.slice(0, below(text.length)),
  (text) => {
    const at = below(text.length);
    return text.slice(0, at) + String.fromCharCode(below(0x180)) + text.slice(at + below(3));
  },
  (text) => text.replace('{', `{"${pick(NAMES)}":${pick(HOSTILE)},`),
  (text) => text.replace(/"\d[\d.]*"/, () => pick(HOSTILE)),
  (text) => text + pick(['}', '{}', '\u0000', ' ', ',', '[]']),
];
const changed = (text: string): string =>
  Array.from({ length: 1 + below(3) }).reduce<string>((current) => pick(CHANGES)(current), text);

interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly order: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

const HEADERS: Record<string, string>[] = [
  {},
  {},
  {},
  { 'Content-Type': 'text/plain' },
  { 'Content-Type': 'application/x-www-form-urlencoded' },
  { 'X-Forwarded-For': "'" },
];

function attempt(index: number, session: string): Attempt {
  const order = index % 2 === 0 ? 'fixed' : `fuzz-${index}`;
  const payment = JSON.stringify({
    ...paying(pick(['AUTHORIZE', 'PAY', 'VERIFY'])),
    ...RICH,
    order: { amount: '12.00', currency: 'EUR', ...lines },
  });
  const kind = below(10);
  const headers = pick(HEADERS);
  if (kind < 7)
    return {
      method: 'PUT',
      path: `/order/${order}/transaction/${pick(['1', '1', '2'])}`,
      order,
      body: changed(payment),
      headers,
    };
  const checkout = {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: { operation: 'PURCHASE', returnUrl: 'https://a.example/' },
    order: { id: order, amount: '1', currency: 'EUR' },
  };
  if (kind < 8) return { method: 'POST', path: '/session', order, body: changed(JSON.stringify(checkout)), headers };
  return {
    method: 'PUT',
    path: `/session/${session}`,
    order,
    body: changed(JSON.stringify({ sourceOfFunds: { provided: { card: CARD } }, ...RICH })),
    headers,
  };
}

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const ordersStored = () => {
  const db = new DatabaseSync(join(rig.folder, 'turnpike.db'), { readOnly: true });
  const ids = db
    .prepare('select order_id as id from payment_order')
    .all()
    .map(({ id }) => id as string);
  db.close();
  return ids.sort();
};

it(`no broken request breaks anything (FUZZ_SEED=${SEED})`, async () => {
  await rig.api('PUT', '/order/fixed/transaction/1', paying('PAY'));
  const { session } = (await rig.api('POST', '/session')).json;
  const before = await rig.api('GET', '/order/fixed');
  const attempts = Array.from({ length: REQUESTS }, (_, index) => attempt(index, session.id));
  const taken = new Set(['fixed']);
  const statuses = new Map<number, number>();

  const check = ({ status, text, json }: Reply, { method, path, order, body }: Attempt) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const seen = `${method} ${path} ${body} -> ${status} ${text}`;
    expect(status, seen).toBeLessThan(500);
    expect(json, seen).toHaveProperty(path.startsWith('/session/') && status === 200 ? 'session' : 'result');
    expect(text, seen).not.toMatch(INNARDS);
    expect(text, seen).not.toContain(CARD.number);
    if (status >= 400) expect(json.error.cause, seen).toMatch(/^(INVALID_REQUEST|REQUEST_REJECTED)$/);
    else if (path.startsWith('/order/')) taken.add(order);
  };
  const queue = attempts.values();
  const worker = async () => {
    for (const each of queue) check(await rig.api(each.method, each.path, each.body, { headers: each.headers }), each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  expect(ordersStored()).toEqual([...taken].sort());
  expect((await rig.api('GET', '/order/fixed')).text).toBe(before.text);
  expect(rig.host.ledger({ order: 'fixed' })).toHaveLength(1);
  expect((statuses.get(400) ?? 0) > REQUESTS / 4 && (statuses.get(201) ?? 0) > REQUESTS / 50).toBe(true);
  expect(rig.logged.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
