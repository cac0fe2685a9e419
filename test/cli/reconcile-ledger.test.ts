/**
 * Differences between the acquirer's ledger and the store, on the command line beside a running gateway: every row, and
 * no false one.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/durations.ts';
import type { AcquirerLedgerEntry } from '../../src/sandbox/acquirer/acquirer-ledger-rows.ts';
import { LIVES } from '../api/rest/operations/lives.ts';
import { restOrder } from '../api/rest/operations/order.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { reconciled } from './reconciled.ts';
import { turnpike } from './turnpike.ts';

let rig: Rig;
let ledger: readonly AcquirerLedgerEntry[];
beforeAll(async () => {
  rig = await startRig();
  for (const life of Object.values(LIVES)) {
    const order = restOrder(rig);
    for (const [index, { operation, body }] of life.entries()) {
      await order.put(operation, `${index + 1}`, body);
    }
  }
  ledger = rig.host.ledger({});
});
afterAll(() => rig.close());

function ledgerFile(entries: unknown): string {
  const file = join(rig.folder, 'acquirer-ledger.json');
  writeFileSync(file, JSON.stringify(entries));
  return file;
}

const compared = (entries: readonly unknown[], ...more: readonly string[]) =>
  reconciled(rig, '--ledger', ledgerFile(entries), ...more);

it('orders of every kind match the ledger: captured, updated, voided, refunded, declined, verified', async () => {
  expect(ledger.length).toBeGreaterThan(12);
  expect(new Set(ledger.map(({ kind }) => kind)).size).toBe(6);
  expect(new Set(ledger.map(({ state }) => state)).size).toBe(3);
  expect(await compared(ledger)).toEqual({
    code: 0,
    lines: [],
    count: `0 need the operator, 0 for information, 0 differences from a ledger of ${ledger.length} entries.`,
  });
});

it('each ledger entry without a movement of the gateway is listed, in any state, and no other', async () => {
  const foreign = ledger.map((entry, index) => ({ ...entry, order: `elsewhere-${index}` }));
  const { code, lines } = await compared([...ledger, ...foreign]);
  expect(code).toBe(1);
  expect(lines).toEqual(
    foreign.map(({ merchant, order, transaction, reference, amount: money, currency, kind, state, at }) => [
      'ONLY_AT_ACQUIRER',
      merchant,
      order,
      transaction,
      reference,
      `${money} ${currency} ${kind} ${state} there`,
      at,
      '-',
      expect.any(String),
    ]),
  );
});

it('a second ledger entry under the same ids is listed as missing at the gateway', async () => {
  const twice = { ...ledger[0]!, reference: '999999999999' };
  const { lines } = await compared([...ledger, twice]);
  expect(lines.map((cells) => cells.slice(0, 5))).toEqual([
    ['ONLY_AT_ACQUIRER', twice.merchant, twice.order, twice.transaction, '999999999999'],
  ]);
});

it('each success that the ledger lacks is listed, and no decline', async () => {
  const { code, lines } = await compared([]);
  const moved = ledger.filter(({ state }) => state !== 'DECLINED').map(({ reference }) => reference);
  expect(code).toBe(1);
  expect(new Set(lines.map(([kind]) => kind))).toEqual(new Set(['ONLY_HERE']));
  expect(lines.map((cells) => cells[4]).sort()).toEqual(moved.sort());
});

it.each<[string, string, (entry: AcquirerLedgerEntry) => object]>([
  ['AMOUNT_DIFFERS', 'amount', ({ amount: text }) => ({ amount: `1${text}` })],
  ['AMOUNT_DIFFERS', 'currency', () => ({ currency: 'USD' })],
  ['AMOUNT_DIFFERS', 'kind', ({ kind }) => ({ kind: kind === 'REFUND' ? 'PAYMENT' : 'REFUND' })],
  ['STATE_DIFFERS', 'state', ({ state }) => ({ state: state === 'APPROVED' ? 'DECLINED' : 'APPROVED' })],
])('%s is listed where the %s differs, for each entry', async (kind, _member, change) => {
  const { lines } = await compared(ledger.map((entry) => ({ ...entry, ...change(entry) })));
  expect(lines.map((cells) => [cells[0], cells[4]]).sort()).toEqual(
    ledger.map(({ reference }) => [kind, reference]).sort(),
  );
});

it('a transaction that is voided at the gateway alone, or at the acquirer alone, is listed', async () => {
  const reversed = ledger.filter(({ state }) => state === 'REVERSED');
  expect(reversed.length).toBeGreaterThan(4);
  const { lines } = await compared(
    ledger.map((entry) => ({ ...entry, state: entry.state === 'REVERSED' ? 'APPROVED' : entry.state })),
  );
  expect(lines.map((cells) => cells[4]).sort()).toEqual(reversed.map(({ reference }) => reference).sort());
  expect(lines[0]?.[5]).toContain('VOIDED here');
});

it('a comparison of a period lists no transaction outside it as missing', async () => {
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  const yesterday = new Date(Date.now() - DAY_MS).toISOString();
  expect((await compared([], '--from', tomorrow)).code).toBe(0);
  expect((await compared([], '--until', yesterday)).code).toBe(0);
  expect((await compared([], '--from', yesterday, '--until', tomorrow)).lines.length).toBeGreaterThan(12);
});

it('control characters in an order’s name are escaped', async () => {
  const { lines } = await compared([...ledger, { ...ledger[0]!, order: 'a\n\u001b[2Jb\t\u202ec\\' }]);
  expect(lines.map((cells) => cells[2])).toEqual(['a\\u{a}\\u{1b}[2Jb\\u{9}\\u{202e}c\\u{5c}']);
});

it.each<[string, readonly string[]]>([
  ['no file', ['--ledger']],
  ['a period without a ledger', ['--from', '2026-01-01']],
  ['no time', ['--ledger', 'x', '--from', 'yesterday']],
  ['another option', ['--everything']],
  ['a word too many', ['now']],
])('called with %s, the command prints its usage', async (_name, args) => {
  const ran = await turnpike(rig.folder, ['reconcile', ...args], { DATABASE_URL: rig.databaseUrl });
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(ran.err).toContain('turnpike reconcile [--ledger FILE.json');
});

it.each<[string, unknown, string]>([
  ['an object in place of the list', {}, 'is no array'],
  ['an entry without an amount', [{ kind: 'PAYMENT', amount: null }], 'entry 0'],
  ['an unknown state', () => [{ ...ledger[0], state: 'LOST' }], 'state'],
])('a ledger with %s is refused by name, without its contents', async (_name, value, message) => {
  const entries = typeof value === 'function' ? value() : value;
  const ran = await turnpike(rig.folder, ['reconcile', '--ledger', ledgerFile(entries)], {
    DATABASE_URL: rig.databaseUrl,
  });
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(ran.err).toContain(message);
  expect(ran.err).not.toContain('LOST');
});
