/** Payouts and disputes in the console: their sums are those of the acquirer that paid out, and of the ledger. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { majorText } from '../../src/contract/money.ts';
import type { SettlingHost } from '../../src/sandbox/acquirer/host.ts';
import type { Dispute, SettledLine } from '../../src/sandbox/acquirer/settlement.ts';
import { settlementFile } from '../../src/sandbox/acquirer/settlement-file.ts';
import { amount, cardPayment, restOrder, startOrder } from '../api/rest/operations/order.ts';
import { type Reply, type Rig, startRig } from '../api/rest/rig.ts';
import { wordsOf } from '../checkout/hands.ts';
import { turnpike } from '../cli/turnpike.ts';
import { type Enrolled, enrolled } from './person.ts';

const LIST = '/console/merchants/TESTSHOP/payouts';
const OTHER_LIST = '/console/merchants/OTHERSHOP/payouts';
const HEAD = 'id,kind,merchant,order,transaction,reference,gross,fee,net,currency,date,payout';
const HOSTILE = '=<img src=x onerror=alert(1)>';
const PATIENTLY = { timeout: 30_000, interval: 100 };
const EUR = { code: 'EUR', numeric: '978', exponent: 2 };

let rig: Rig;
let viewer: Enrolled;
let stranger: Enrolled;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'OTHERSHOP', name: 'Other Shop' });
  viewer = await enrolled(rig, ['--role', 'viewer', '--merchant', 'TESTSHOP']);
  stranger = await enrolled(rig, ['--role', 'administrator', '--merchant', 'OTHERSHOP']);
});
afterAll(() => rig.close());

/** The lines that the acquirer has paid out since. */
function closed(): readonly SettledLine[] {
  const { settlement } = rig.host as SettlingHost;
  return settlement.batch(settlement.close(undefined, Date.now()));
}

let files = 0;
async function imported(text: string, ...args: readonly string[]): Promise<void> {
  files += 1;
  const file = join(rig.folder, `payouts-${files}.csv`);
  writeFileSync(file, text);
  const { err } = await turnpike(rig.folder, ['settlement', 'import', file, ...args], {
    DATABASE_URL: rig.databaseUrl,
  });
  expect(err).toBe('');
}

const shown = async (path: string, { client } = viewer) => client.get(path);

/** The address of the payout of this id in the list. */
async function addressOf(id: string, list = LIST, person = viewer): Promise<string> {
  const { text } = await shown(list, person);
  return new RegExp(`href="([^"]*)"[^>]*>\\s*${id}\\s*<`).exec(text)?.[1] ?? '';
}

/** Lines of a file, without its head. */
const linesOf = ({ text }: Reply) => text.trimEnd().split('\r\n').slice(1);
const sumOf = (lines: readonly string[], column: number) =>
  lines.reduce((sum, line) => sum + Math.round(Number(line.split(',')[column]) * 100), 0);

it('before the first payout the page says how one comes', async () => {
  expect(wordsOf(await shown(LIST))).toContain('No payouts yet.');
});

describe('a payout', () => {
  it('has the acquirer’s sums, its entries with their orders, and a file whose signs add up to the net', async () => {
    const paid = await startOrder(rig, 'PAY');
    const captured = await startOrder(rig, 'AUTHORIZE');
    await captured.done('CAPTURE', '2', amount('5.00'));
    await captured.done('REFUND', '3', amount('2.00'));
    (rig.host as SettlingHost).settlement.dispute(
      { merchant: 'TESTSHOP', order: paid.id, kind: 'CHARGEBACK', amount: '3.00' },
      Date.now(),
    );
    const lines = closed();
    await imported(settlementFile(lines));
    const transfer = lines.find(({ kind }) => kind === 'PAYOUT') as SettledLine;
    const entries = lines.filter(({ kind }) => kind !== 'PAYOUT');
    const fees = entries.reduce((sum, { fee }) => sum + fee, 0n);
    const address = await addressOf(transfer.payout);
    const words = wordsOf(await shown(address));
    const net = majorText(transfer.gross, EUR).replace(/^(-?)/, '$1€');
    expect(words).toContain(`${net} on ${transfer.date} from Default acquirer`);
    expect(words).toContain(
      `Payments €17.00 Refunds -€2.00 Chargebacks -€3.00 Fees -€${majorText(fees, EUR)} Net ${net}`,
    );
    expect(words).not.toContain('differs');
    const page = await shown(address);
    for (const order of [paid.id, captured.id]) {
      expect(page.text).toContain(`href="/console/merchants/TESTSHOP/orders/${order}"`);
    }
    const file = await shown(`${address}/file`);
    expect(file.headers['content-type']).toContain('text/csv');
    const written = linesOf(file);
    expect(written).toHaveLength(entries.length);
    expect(sumOf(written, 5) + sumOf(written, 6)).toBe(sumOf(written, 7));
    expect(BigInt(sumOf(written, 7))).toBe(transfer.gross);
    const rows = await rig.rows("select details from audit_entry where action = 'console file'");
    expect(rows.map(({ details }) => JSON.parse(String(details)))).toMatchObject([
      { state: 'BEGUN', of: 'payout', payout: transfer.payout },
      { state: 'DONE', of: 'payout' },
    ]);
    // The same report once more adds nothing.
    await imported(settlementFile(lines));
    expect(wordsOf(await shown(address))).toBe(words);
  });

  it('of another merchant is neither listed nor shown', async () => {
    const order = restOrder(rig);
    await order.done('PAY', '1', cardPayment());
    const lines = closed();
    await imported(settlementFile(lines));
    const [{ payout }] = lines as [SettledLine];
    const address = await addressOf(payout);
    const own = address.replace('TESTSHOP', 'OTHERSHOP');
    for (const path of [address, `${address}/file`, own, `${own}/file`]) {
      expect((await shown(path, stranger)).status).toBe(404);
    }
    expect((await shown(OTHER_LIST, stranger)).text).not.toContain(payout);
    const operator = await enrolled(rig, ['--role', 'operator']);
    expect((await shown(address, operator)).status).toBe(200);
  });

  it('says in words what differs, and shows the report’s texts as texts', async () => {
    const [order, wrong] = [await startOrder(rig, 'PAY'), await startOrder(rig, 'AUTHORIZE')];
    closed();
    const report = [
      HEAD,
      `D-1,PAYMENT,TESTSHOP,${order.id},1,,11.00,0.10,10.90,EUR,2026-11-23,PO-D`,
      `D-2,PAYMENT,TESTSHOP,${wrong.id},,,12.00,0.10,11.90,EUR,2026-11-23,PO-D`,
      `D-3,PAYMENT,TESTSHOP,${HOSTILE},1,,1.00,0.10,0.80,EUR,2026-11-23,PO-D`,
      'D-4,PAYMENT,OTHERSHOP,NOT-HERE,1,,7.00,0.00,7.00,EUR,2026-11-23,PO-D',
      'D-5,OTHER,,,,,-1.00,0.00,-1.00,EUR,2026-11-23,PO-D',
      'PO-D,PAYOUT,TESTSHOP,,,,20.00,0.00,20.00,EUR,2026-11-24,PO-D',
      '',
    ].join('\r\n');
    await imported(report);
    const address = await addressOf('PO-D');
    const page = await shown(address);
    const words = wordsOf(page);
    expect(words).toContain('The entries add up to €23.60, and the transfer is €20.00.');
    expect(words).toContain('The report has €11.00 and the order €12.00. Ask the processor which is right.');
    expect(words).toContain('The order has no such transaction.');
    expect(words).toContain('This gateway has no such order.');
    expect(words).toContain('Gross and fee make €0.90, and the report has €0.80 net.');
    expect(words).toContain('Not explained -€0.10 Net €23.60');
    expect(page.text).not.toContain('<img');
    expect(wordsOf(await shown(LIST))).toContain('does not add up');
    const written = linesOf(await shown(`${address}/file`));
    expect(written).toHaveLength(3);
    const lineOf = (id: string) => written.find((line) => line.includes(`,${id},`));
    expect(lineOf('D-1')).toMatch(/,11\.00,-0\.10,10\.90,EUR,AMOUNT_DIFFERS: /);
    expect(lineOf('D-3')).toContain(`,'${HOSTILE},`);
    // Another merchant has its own part of the same payout.
    const theirs = await shown(await addressOf('PO-D', OTHER_LIST, stranger), stranger);
    expect(wordsOf(theirs)).toContain('The report has no transfer yet');
    expect([theirs.text.includes('NOT-HERE'), theirs.text.includes('D-1')]).toEqual([true, false]);
  });

  it('that the report has alone, without entries, is shown as such', async () => {
    await imported([HEAD, 'T-1,PAYOUT,TESTSHOP,,,,9.00,0.00,9.00,EUR,2026-11-25,PO-T', ''].join('\r\n'));
    const words = wordsOf(await shown(await addressOf('PO-T')));
    expect(words).toContain('€9.00 on 2026-11-25');
    expect(words).toContain('it does not say for which payments it is');
    expect(words).not.toContain('CSV');
  });
});

it('the list and a payout have pages, which go on where the one before ended', async () => {
  const days = Array.from({ length: 25 }, (_, at) => `2025-01-${String(at + 1).padStart(2, '0')}`);
  const entries = Array.from({ length: 51 }, (_, at) => `M-${at},OTHER,TESTSHOP,,,,1.00,0.00,1.00,EUR,2025-02-01,PO-M`);
  const report = [
    HEAD,
    ...days.map((day) => `L-${day},PAYOUT,TESTSHOP,,,,1.00,0.00,1.00,EUR,${day},PO-${day}`),
    ...entries,
  ];
  await imported([...report, ''].join('\r\n'));
  const next = ({ text }: Reply) => /<a href="([^"]*)" rel="next">/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  const idsOf = ({ text }: Reply) => [...text.matchAll(/>\s*(PO-2025-[\d-]+)\s*</g)].map(([, id = '']) => id);
  const seen: string[] = [];
  for (let path: string | undefined = LIST; path !== undefined; ) {
    const page: Reply = await shown(path);
    seen.push(...idsOf(page));
    path = next(page);
  }
  expect(seen).toEqual(days.map((day) => `PO-${day}`).toReversed());
  const first = await shown(await addressOf('PO-M'));
  const second = await shown(next(first) ?? '');
  const countOf = ({ text }: Reply) => text.match(/<th scope="row">/g)?.length;
  expect([countOf(first), countOf(second), next(second)]).toEqual([50, 1, undefined]);
  for (const path of [`${LIST}?after=x`, `${LIST}?after=2025-01-01.99`, `${await addressOf('PO-M')}?after=-1`]) {
    expect((await shown(path)).status).toBe(200);
  }
});

describe('disputes', () => {
  const DISPUTES = '/console/merchants/TESTSHOP/disputes';

  /** A payment of EUR 12.00 of which the acquirer has charged this much back. */
  async function chargedBack(value: string, more: Partial<Dispute> = {}) {
    const order = more.order ?? (await startOrder(rig, 'PAY')).id;
    const { settlement } = rig.host as SettlingHost;
    const dispute = { merchant: 'TESTSHOP', order, kind: 'CHARGEBACK', amount: value, ...more } as const;
    settlement.dispute(dispute, Date.now());
    await imported(settlementFile(closed()));
    return order;
  }

  const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  it('have the report’s reason and deadline and the ledger’s amounts, until the money is returned', async () => {
    const later = await chargedBack('1.00', { respondBy: dayAfter(20), reason: 'XX9' });
    const order = await chargedBack('5.00', { respondBy: dayAfter(2), reason: '13.1' });
    const missed = await chargedBack('2.00', { respondBy: dayAfter(-1) });
    const page = await shown(DISPUTES);
    const places = [missed, order, later].map((id) => page.text.indexOf(`orders/${id}"`));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    const words = wordsOf(page);
    expect(words).toContain(`€5.00: Goods or services were not received Order ${order} .`);
    expect(words).toContain(`by ${dayAfter(2)}.`);
    expect(words).toMatch(/reason 13\.1\. €5\.00 of the order is charged back\. due in 2 days/);
    expect(words).toContain(`ended ${dayAfter(-1)}.`);
    expect(words).toContain('overdue by 1 day');
    expect(words).toContain('€1.00: reason XX9');
    expect(words).toContain('This gateway sends no evidence');
    const onOrder = wordsOf(await shown(`/console/merchants/TESTSHOP/orders/${order}`));
    expect(onOrder).toContain('Dispute about €5.00: Goods or services were not received Answer at Default acquirer');
    const { chargeback } = (await rig.api('GET', `/order/${order}`)).json;
    expect(chargeback).toEqual({ amount: 5, currency: 'EUR' });
    const rowIn = async (path: string) => linesOf(await shown(path)).find((line) => line.startsWith(`${order},`));
    const row = (await rowIn(`${DISPUTES}/file`))?.split(',');
    expect([...(row?.slice(3, 7) ?? []), ...(row?.slice(-3) ?? [])]).toEqual([
      ...['5.00', 'EUR', '13.1', 'Goods or services were not received'],
      ...[dayAfter(2), '-5.00', '0.00'],
    ]);
    await chargedBack('2.00', { kind: 'CHARGEBACK_REVERSED', order });
    expect(wordsOf(await shown(DISPUTES))).toContain('€3.00 of the order is charged back, €2.00 was returned.');
    await chargedBack('3.00', { kind: 'CHARGEBACK_REVERSED', order });
    await vi.waitFor(async () => expect((await shown(DISPUTES)).text).not.toContain(order), PATIENTLY);
    expect(wordsOf(await shown(`${DISPUTES}?show=closed`))).toMatch(
      new RegExp(`Order ${order} \\..*€5\\.00 was charged back and returned\\. returned`),
    );
    expect(await rowIn(`${DISPUTES}/file`)).toBeUndefined();
    expect((await rowIn(`${DISPUTES}/file?show=closed`))?.split(',').slice(-2)).toEqual(['0.00', '5.00']);
  });

  it('without reason and deadline in the report are listed last, and say so', async () => {
    const { id } = await startOrder(rig, 'PAY');
    closed();
    const entry = `C-1,CHARGEBACK,TESTSHOP,${id},1,,-4.00,0.00,-4.00,EUR,2026-11-23,PO-C`;
    await imported([HEAD, entry, ''].join('\r\n'));
    await vi.waitFor(async () => expect((await shown(DISPUTES)).text).toContain(id), PATIENTLY);
    const words = wordsOf(await shown(DISPUTES));
    expect(words).toContain(`€4.00 charged back Order ${id} .`);
    expect(words).toContain('The report of Default acquirer gives no reason and no deadline.');
    expect(words).toContain('no deadline known');
  });

  it('of another merchant are not listed', async () => {
    const order = await chargedBack('1.00');
    await vi.waitFor(async () => expect((await shown(DISPUTES)).text).toContain(order), PATIENTLY);
    const theirs = await shown('/console/merchants/OTHERSHOP/disputes?show=closed', stranger);
    expect(wordsOf(theirs)).toContain('No dispute was closed.');
    expect((await shown(DISPUTES, stranger)).status).toBe(404);
    expect((await shown(`${DISPUTES}?after=x`)).status).toBe(200);
  });
});
