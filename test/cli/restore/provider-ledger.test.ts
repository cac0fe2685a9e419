/** A provider's ledger without merchants' transaction ids, compared with the provider's transactions in the store. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProviderLedgerEntry } from '../../../src/sandbox/providers/provider-ledger-rows.ts';
import { type BrowserRig, type Initiated, startBrowserRig } from '../../browser-payments/rig.ts';
import { turnpike } from '../turnpike.ts';

let rig: BrowserRig;
let paid: Initiated;
let ledger: readonly ProviderLedgerEntry[];
beforeAll(async () => {
  rig = await startBrowserRig();
  paid = await rig.initiate({ reference: 'TEST-SUCCEED' });
  await rig.browse(paid.redirectUrl);
  for (const id of ['2', '3']) {
    await rig.api('PUT', `/order/${paid.orderId}/transaction/${id}`, {
      ...{ apiOperation: 'REFUND', transaction: { amount: '3.00', currency: 'EUR' } },
    });
  }
  ledger = rig.providers.ledger('demoWallet');
});
afterAll(() => rig.close());

function compared(entries: readonly object[]) {
  const file = join(rig.folder, 'provider-ledger.json');
  writeFileSync(file, JSON.stringify(entries));
  return turnpike(rig.folder, ['reconcile', '--ledger', file, '--bar', '--provider', 'demoWallet']);
}

const barred = async (entries: readonly object[]) => (await compared(entries)).out.trimEnd().split('\n');

const entryOf = (kind: string, more: Partial<ProviderLedgerEntry>) => ({
  ...ledger.find((entry) => entry.kind === kind),
  ...more,
});

it('the comparison matches a payment by the gateway’s reference or the provider’s number, and its follow-ups by kind and amount', async () => {
  expect(ledger.map(({ kind, state, amount }) => `${kind} ${state} ${amount}`)).toEqual([
    'PAYMENT APPROVED 12.00',
    'REFUND APPROVED 3.00',
    'REFUND APPROVED 3.00',
  ]);
  expect(await barred(ledger)).toEqual(['0 of 3 movements are not known here.']);
  const [row] = await rig.rows('select provider_reference from browser_payment');
  const byNumber = entryOf('PAYMENT', { reference: String(row?.provider_reference) });
  expect(await barred([byNumber])).toEqual(['0 of 1 movements are not known here.']);
});

it('the comparison ignores declines of the provider', async () => {
  expect(await barred([entryOf('REFUND', { state: 'DECLINED', amount: '5.00' })])).toEqual([
    '0 of 1 movements are not known here.',
  ]);
});

it('the comparison bars the order of a payment with another reference, approved or pending', async () => {
  const unknown = { reference: 'another', order: 'UNKNOWN', state: 'OPEN' } as const;
  expect(await barred([entryOf('PAYMENT', unknown)])).toEqual([
    'BARRED\tTESTSHOP\tUNKNOWN\t?\tPAYMENT OPEN\t12.00 EUR',
    '1 of 1 movements are not known here.',
  ]);
});

it('the comparison bars the order of an additional refund, and of one with another amount', async () => {
  for (const more of [entryOf('REFUND', {}), entryOf('REFUND', { amount: '2.00' })]) {
    expect(await barred([...ledger, more])).toEqual([
      `BARRED\tTESTSHOP\t${paid.orderId}\t?\tREFUND APPROVED\t${more.amount} EUR`,
      '1 of 4 movements are not known here.',
    ]);
  }
});

it('a closed store refuses the ledger that lacks an order of the copy’s newest movement, and takes the one that has it', async () => {
  await rig.meanwhile(async () => {
    expect((await turnpike(rig.folder, ['restored'])).code).toBe(0);
  });
  const others = await compared(ledger.map((entry) => ({ ...entry, order: 'ANOTHER' })));
  expect([others.code, others.err]).toEqual([
    2,
    expect.stringMatching(/^The ledger does not cover the time .* is not in the file\./),
  ]);
  expect(await compared(ledger)).toMatchObject({
    code: 0,
    out: expect.stringContaining('0 of 3 movements are not known here.\nThis ledger is compared.'),
  });
});
