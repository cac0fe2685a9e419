/** The simulator's report of an account's balance changes. Each answer is validated against PayPal's description. */
import { expect, it } from 'vitest';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { captured, orderOf, type Rig, requestId, rigWith } from './rig.ts';

const time = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, '');

const search = ({ call }: Rig, given: Record<string, string> = {}) => {
  const span = { start_date: time(Date.now() - DAY_MS), end_date: time(Date.now() + DAY_MS) };
  return call('GET', `/v1/reporting/transactions?${new URLSearchParams({ ...span, ...given })}`);
};

interface Value {
  readonly value: string;
}

/** Code, amount, fee and subject of each. */
async function moved(rig: Rig): Promise<string[]> {
  const { body } = await search(rig);
  const details = (body.transaction_details ?? []) as {
    transaction_info: {
      readonly transaction_event_code: string;
      readonly transaction_amount: Value;
      readonly fee_amount?: Value;
      readonly paypal_reference_id?: string;
    };
  }[];
  return details.map(({ transaction_info: info }) =>
    [info.transaction_event_code, info.transaction_amount.value, info.fee_amount?.value, info.paypal_reference_id]
      .filter((one) => one !== undefined)
      .join(' '),
  );
}

it('the list has captures with their fees, refunds, holds and reversals, and nothing pending', async () => {
  const rig = await rigWith();
  expect((await search(rig)).body).toMatchObject({
    total_items: 0,
    total_pages: 0,
    account_number: rig.account.merchantId,
  });
  const { id } = await captured(rig, orderOf({}, { custom_id: 'TESTSHOP.P-1', invoice_id: 'ORDER-1' }));
  await rig.call(
    'POST',
    `/v2/payments/captures/${id}/refund`,
    { amount: { currency_code: 'EUR', value: '2.50' } },
    requestId(),
  );
  await captured(rig, orderOf({}, { custom_id: 'TEST-PENDING' }));
  expect(await moved(rig)).toEqual(['T0006 12.50 -0.37', `T1107 -2.50 ${id}`]);
  const dispute = (await rig.call('POST', '/disputes', { capture: id })).body;
  await rig.call('PUT', `/disputes/${dispute.id}`, { status: 'RESOLVED', winner: 'BUYER' });
  expect((await moved(rig)).slice(2)).toEqual([`T1110 -12.50 ${id}`, `T1111 12.50 ${id}`, `T1106 -12.50 ${id}`]);
  const [{ transaction_info: first }] = (await search(rig)).body.transaction_details;
  expect(first).toMatchObject({ invoice_id: 'ORDER-1', custom_field: 'TESTSHOP.P-1', transaction_status: 'S' });
});

it('the list comes in pages, of at most the period that PayPal allows', async () => {
  const rig = await rigWith();
  for (let count = 0; count < 3; count += 1) {
    await captured(rig);
  }
  const second = (await search(rig, { page_size: '2', page: '2' })).body;
  expect([second.transaction_details.length, second.total_items, second.total_pages]).toEqual([1, 3, 2]);
  await rig.call('PUT', '/settings', { reporting: { afterMs: 0, resultsMax: 2 } });
  expect((await search(rig)).body.details).toEqual([{ issue: 'RESULTSET_TOO_LARGE' }]);
  await rig.call('PUT', '/settings', { reporting: { afterMs: 3_600_000, resultsMax: 2 } });
  expect((await search(rig)).body.total_items).toBe(0);
});

it.each([
  [{ start_date: '2026-01-01' }, 'INVALID_STRING_LENGTH'],
  [{ start_date: '2026-01-01T00:00:00Z', end_date: '2026-02-01T00:00:01Z' }, 'INVALID_PARAMETER_VALUE'],
  [{ start_date: '2026-02-01T00:00:00Z', end_date: '2026-01-01T00:00:00Z' }, 'INVALID_PARAMETER_VALUE'],
  [{ page_size: '501' }, 'INVALID_PARAMETER_SYNTAX'],
])('the list is refused for %j', async (given, issue) => {
  const rig = await rigWith();
  const { status, body } = await search(rig, given);
  expect([status, body.details[0].issue]).toEqual([400, issue]);
});
