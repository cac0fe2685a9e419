/** A bank transfer in the bank's own statement: the line with a payment's reference is the payment. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notificationWriter } from '../../../src/api/rest/index.ts';
import {
  importEntries,
  type ReportedEntry,
  reportSettlements,
  type SettlementEntry,
} from '../../../src/back-office/settlement/index.ts';
import { readCamt053 } from '../../../src/back-office/settlement/readers/camt053.ts';
import { conclude } from '../../../src/core/browser-payments/conclude.ts';
import type { NotificationSubject } from '../../../src/core/ports/index.ts';
import { type Ground, openGround, START } from '../../browser-payments/ground.ts';
import { World } from '../../browser-payments/world.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const line = (reference: string, amount: string, words: string, date = '2026-11-21') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
  `<ValDt><Dt>${date}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls>` +
  `<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

function statement(id: string, ...lines: readonly string[]): ReportedEntry[] {
  const text =
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>${id}</Id>` +
    `<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>${lines.join('')}</Stmt></BkToCstmrStmt></Document>`;
  return readCamt053(text).map((entry) => ({ ...entry, source: 'bank' }));
}

const imported = async (...lines: readonly string[]) => matched(statement('S', ...lines));

/** Written as the gateway does, so that any recorded entry can be shown. */
const body = (subject: NotificationSubject) =>
  notificationWriter({ payments: ground.store.browserPayments, publicOrigin: 'https://pay.example' })(subject);

async function counted(entries: readonly ReportedEntry[]) {
  const { settlements: records, orders, merchants } = ground.store;
  const dependencies = {
    ...{ records, orders, merchantById: (id: string) => merchants.find(id), clock: { now: () => START } },
    ...{ pause: async () => undefined, notifications: { body } },
  };
  return importEntries(dependencies, entries, false);
}

async function matched(entries: readonly SettlementEntry[]) {
  await counted(entries);
  return reportSettlements(ground.store.settlements);
}

it('a payment is found by its reference in the payer’s text, and a rent transfer matches none', async () => {
  const world = new World(ground, { like: 'demoBank' });
  const paid = await world.initiate();
  world.provider.stand(paid.reference, 'APPROVED');
  await world.callBack(paid);
  const { differences, sums } = await imported(
    line('B1', '12.00', `thanks, ${paid.reference}`),
    line('B2', '900.00', 'rent of November'),
  );
  expect(differences).toEqual([]);
  expect(sums).toEqual([expect.objectContaining({ source: 'bank', payments: 1_200n, paidOut: 1_200n })]);

  const short = await world.initiate();
  world.provider.stand(short.reference, 'APPROVED');
  await world.callBack(short);
  const pending = await world.initiate();
  const after = await imported(line('B3', '11.00', short.reference), line('B4', '12.00', pending.reference));
  expect(after.differences.map(({ kind, orderId, there, here }) => [kind, orderId, there, here])).toEqual([
    ['AMOUNT_DIFFERS', short.orderId, 1_100n, 1_200n],
    ['STATE_DIFFERS', pending.orderId, 1_200n, 0n],
  ]);
});

it('a provider’s entry is found by its reference where its order is unknown', async () => {
  const world = new World(ground);
  const paid = await world.initiate();
  world.provider.stand(paid.reference, 'APPROVED');
  await world.callBack(paid);
  const entry: SettlementEntry = {
    ...{ id: 'T-1', source: world.provider.id, kind: 'PAYMENT', merchant: 'TESTSHOP', order: `${paid.orderId}/1` },
    ...{ references: ['9AB', paid.reference], gross: 1_200n, fee: 65n, net: 1_135n, currency: 'EUR' },
    date: '2026-11-21',
  };
  const { differences } = await matched([entry, { ...entry, id: 'T-2', references: ['9AB'], fee: 0n, net: 1_200n }]);
  expect(differences.filter(({ source }) => source === entry.source)).toEqual([
    expect.objectContaining({ kind: 'ORDER_UNKNOWN', reference: 'T-2', orderId: `${paid.orderId}/1` }),
  ]);
  const merchant = await ground.store.merchants.find('TESTSHOP');
  const order = await ground.store.orders.find(merchant!.key, paid.orderId);
  const transactions = await ground.store.orders.transactions(order!.key);
  expect(transactions.map(({ request: { type, amount } }) => [type, amount])).toEqual([
    ['PAYMENT', 1_200n],
    ['FUNDING', 65n],
  ]);
  const [row] = await ground.query('select body from notification where transaction_key = ?', transactions[1]!.key);
  expect(JSON.parse(String(row?.body))).toMatchObject({
    transaction: { type: 'FUNDING', amount: 0.65, acquirer: { transactionId: '9AB' } },
    order: { totalCapturedAmount: 12 },
  });
});

it('a provider’s chargeback is booked by its reference, though another order has its invoice’s name', async () => {
  const world = new World(ground);
  const paid = await world.initiate();
  const other = await world.initiate({ orderId: `${paid.orderId}/2` });
  for (const one of [paid, other]) {
    world.provider.stand(one.reference, 'APPROVED');
    await world.callBack(one);
  }
  await counted([
    {
      ...{ id: 'T-3', source: world.provider.id, kind: 'CHARGEBACK', merchant: 'TESTSHOP', order: other.orderId },
      ...{ references: ['9AC', paid.reference], gross: -1_200n, fee: 0n, net: -1_200n, currency: 'EUR' },
      date: '2026-11-21',
    },
  ]);
  const merchant = await ground.store.merchants.find('TESTSHOP');
  const types = async ({ orderId }: { readonly orderId: string }) => {
    const order = await ground.store.orders.find(merchant!.key, orderId);
    return (await ground.store.orders.transactions(order!.key)).map(({ request: { type } }) => type);
  };
  expect(await types(paid)).toEqual(['PAYMENT', 'CHARGEBACK']);
  expect(await types(other)).toEqual(['PAYMENT']);
});

it('a chargeback that the provider had reported before is not booked a second time', async () => {
  const world = new World(ground);
  const paid = await world.initiate();
  world.provider.stand(paid.reference, 'APPROVED');
  await world.callBack(paid);
  const money = { amount: 1200n, currency: 'EUR', orderId: paid.orderId };
  const reply = { gatewayCode: 'CANCELLED', code: 'REFUNDED', message: '' } as const;
  await conclude(world.parts, paid.key, { status: 'DECIDED', money, reply }, 'CALLBACK');
  const entry: SettlementEntry = {
    ...{ id: 'T-9', source: world.provider.id, kind: 'CHARGEBACK', merchant: 'TESTSHOP', order: paid.orderId },
    ...{ references: [paid.reference], gross: -1_200n, fee: 0n, net: -1_200n, currency: 'EUR', date: '2026-11-21' },
  };
  const { differences } = await matched([entry]);
  const merchant = await ground.store.merchants.find('TESTSHOP');
  const order = await ground.store.orders.find(merchant!.key, paid.orderId);
  const types = (await ground.store.orders.transactions(order!.key)).map(({ request: { type } }) => type);
  expect(types).toEqual(['PAYMENT', 'CHARGEBACK']);
  expect(differences.filter(({ orderId }) => orderId === paid.orderId).map(({ kind }) => kind)).not.toContain(
    'NOT_BOOKED',
  );
});

it('the lines of every statement are stored once, though the bank gives no reference', async () => {
  const first = statement('S-1', line('NOTPROVIDED', '10.00', 'rent of one'));
  const second = statement('S-2', line('NOTPROVIDED', '25.00', 'rent of another'));
  expect(await counted(first)).toMatchObject({ stored: 1, changed: [] });
  expect(await counted(second)).toMatchObject({ stored: 1, changed: [] });
  expect(await counted([...first, ...second])).toMatchObject({ stored: 0, known: 2, changed: [] });
});

it.each([
  ['NOTPROVIDED', 'S-3', 'DE02120300000000202051/NOTPROVIDED'],
  ['', 'S-4', 'DE02120300000000202051/S-4/1'],
])(
  'a line that an earlier release stored with the reference “%s” is known, and the one it dropped is new',
  async (reference, name, id) => {
    const [stored, keptOut] = ['2026-11-21', '2027-11-21'].map((date) =>
      statement(name, line(reference, '30.00', 'rent of a third', date)),
    ) as [ReportedEntry[], ReportedEntry[]];
    expect(await counted(stored.map(({ earlierId: _, ...entry }) => ({ ...entry, id })))).toMatchObject({ stored: 1 });
    expect(await counted(stored)).toMatchObject({ stored: 0, known: 1, changed: [] });
    expect(await counted(keptOut)).toMatchObject({ stored: 1, changed: [] });
    expect(await counted(keptOut)).toMatchObject({ stored: 0, known: 1, changed: [] });
  },
);
