import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { approved, captured, eventually, orderOf, type Reply, type Rig, requestId, rigWith } from './rig.ts';

const eur = (value: string) => ({ amount: { currency_code: 'EUR', value } });

/** An order of EUR 12.50 that was authorized; returns the authorization. */
async function authorized(rig: Rig, unit: Record<string, unknown> = {}): Promise<Reply['body']> {
  const id = await approved(rig, orderOf({ intent: 'AUTHORIZE' }, unit));
  const { body } = await rig.call('POST', `/v2/checkout/orders/${id}/authorize`, {}, requestId());
  return body.purchase_units[0].payments.authorizations[0];
}

const issueOf = ({ status, body }: Reply): string => `${status} ${body?.details?.[0]?.issue}`;

/** Every movement, in order, as `KIND amount state`. */
async function entries({ call }: Rig): Promise<string[]> {
  const { body } = await call('GET', '/ledger');
  return body.map(({ kind, amount, state }: Record<string, string>) => `${kind} ${amount} ${state}`);
}

describe('an authorization', () => {
  it('is captured in parts up to 115 per cent, and closed by a final capture', async () => {
    const rig = await rigWith();
    const { id, status } = await authorized(rig);
    expect(status).toBe('CREATED');
    const at = `/v2/payments/authorizations/${id}`;
    const first = await rig.call('POST', `${at}/capture`, eur('2.50'), requestId());
    expect([first.status, Object.keys(first.body)]).toEqual([201, ['id', 'status', 'links']]);
    expect((await rig.call('GET', at)).body.status).toBe('PARTIALLY_CAPTURED');
    expect(issueOf(await rig.call('POST', `${at}/capture`, eur('11.88'), requestId()))).toBe(
      '422 MAX_CAPTURE_AMOUNT_EXCEEDED',
    );
    await rig.call('POST', `${at}/capture`, { ...eur('1.00'), final_capture: true }, requestId());
    expect(issueOf(await rig.call('POST', `${at}/capture`, eur('1.00'), requestId()))).toBe(
      '422 AUTHORIZATION_ALREADY_CAPTURED',
    );
    expect(issueOf(await rig.call('POST', `${at}/void`))).toBe('422 PREVIOUSLY_CAPTURED');
    expect(await entries(rig)).toEqual([
      'ORDER 12.50 COMPLETED',
      'AUTHORIZATION 12.50 CAPTURED',
      'CAPTURE 2.50 COMPLETED',
      'CAPTURE 1.00 COMPLETED',
    ]);
  });

  it('captures once for one request id, and answers with the latest state', async () => {
    const rig = await rigWith();
    const { id } = await authorized(rig);
    const once = requestId();
    const whole = { ...once, prefer: 'return=representation' };
    const first = await rig.call('POST', `/v2/payments/authorizations/${id}/capture`, {}, whole);
    await rig.call('POST', `/v2/payments/captures/${first.body.id}/refund`, eur('1.00'), requestId());
    const again = await rig.call('POST', `/v2/payments/authorizations/${id}/capture`, {}, whole);
    expect([again.status, again.body.id, again.body.status]).toEqual([201, first.body.id, 'PARTIALLY_REFUNDED']);
    expect(await entries(rig)).toContain('CAPTURE 12.50 PARTIALLY_REFUNDED');
  });

  it('is voided once, which voids its order', async () => {
    const rig = await rigWith();
    const { id } = await authorized(rig);
    const at = `/v2/payments/authorizations/${id}`;
    expect((await rig.call('POST', `${at}/void`)).status).toBe(204);
    expect(issueOf(await rig.call('POST', `${at}/void`))).toBe('422 PREVIOUSLY_VOIDED');
    expect(issueOf(await rig.call('POST', `${at}/capture`, {}, requestId()))).toBe('422 AUTHORIZATION_VOIDED');
    expect(await entries(rig)).toEqual(['ORDER 12.50 VOIDED', 'AUTHORIZATION 12.50 VOIDED']);
  });

  it('is renewed after its honor period alone, and expires 29 days after the first', async () => {
    const rig = await rigWith();
    const { id } = await authorized(rig);
    const at = `/v2/payments/authorizations/${id}`;
    expect(issueOf(await rig.call('POST', `${at}/reauthorize`, eur('12.50'), requestId()))).toBe(
      '422 REAUTHORIZATION_TOO_SOON',
    );
    await rig.call('PUT', '/settings', { aheadMs: 4 * DAY_MS });
    const token = await rig.renewed();
    const renewed = await token('POST', `${at}/reauthorize`, eur('14.00'), requestId());
    expect(renewed.status).toBe(201);
    expect(issueOf(await token('POST', `${at}/capture`, {}, requestId()))).toBe('422 AUTHORIZATION_VOIDED');
    await rig.call('PUT', '/settings', { aheadMs: 30 * DAY_MS });
    const late = await rig.renewed();
    const other = `/v2/payments/authorizations/${renewed.body.id}`;
    expect((await late('GET', other)).body.status).toBe('VOIDED');
    expect(issueOf(await late('POST', `${other}/capture`, {}, requestId()))).toBe('422 AUTHORIZATION_EXPIRED');
    expect(await entries(rig)).toEqual([
      'ORDER 12.50 COMPLETED',
      'AUTHORIZATION 12.50 VOIDED',
      'AUTHORIZATION 14.00 EXPIRED',
    ]);
  });

  it('is renewed at once where a tester skips the waiting times', async () => {
    const rig = await rigWith();
    await rig.call('PUT', '/settings', { honorMs: 0 });
    const { id } = await authorized(rig);
    const path = `/v2/payments/authorizations/${id}/reauthorize`;
    expect((await rig.call('POST', path, eur('12.50'), requestId())).status).toBe(201);
  });

  it('may be pending, and then denied', async () => {
    const rig = await rigWith();
    const { id, status, status_details } = await authorized(rig, { custom_id: 'TEST-PENDING' });
    expect([status, status_details]).toEqual(['PENDING', { reason: 'PENDING_REVIEW' }]);
    await rig.call('PUT', `/authorizations/${id}`, { status: 'DENIED' });
    expect(issueOf(await rig.call('POST', `/v2/payments/authorizations/${id}/capture`, {}, requestId()))).toBe(
      '422 AUTHORIZATION_DENIED',
    );
  });
});

describe('a capture', () => {
  it('is refunded in parts until nothing is left', async () => {
    const rig = await rigWith();
    const { id } = await captured(rig);
    const at = `/v2/payments/captures/${id}`;
    const whole = { ...requestId(), prefer: 'return=representation' };
    const first = await rig.call('POST', `${at}/refund`, { ...eur('2.00'), note_to_payer: 'One was broken' }, whole);
    expect(first.body).toMatchObject({
      status: 'COMPLETED',
      amount: { value: '2.00' },
      note_to_payer: 'One was broken',
    });
    expect((await rig.call('GET', at)).body.status).toBe('PARTIALLY_REFUNDED');
    expect(issueOf(await rig.call('POST', `${at}/refund`, eur('10.51'), requestId()))).toBe(
      '422 REFUND_AMOUNT_EXCEEDED',
    );
    await rig.call('POST', `${at}/refund`, {}, requestId());
    expect(issueOf(await rig.call('POST', `${at}/refund`, {}, requestId()))).toBe('422 CAPTURE_FULLY_REFUNDED');
    expect(await entries(rig)).toEqual([
      'ORDER 12.50 COMPLETED',
      'CAPTURE 12.50 REFUNDED',
      'REFUND 2.00 COMPLETED',
      'REFUND 10.50 COMPLETED',
    ]);
    expect((await rig.call('GET', `/v2/payments/refunds/${first.body.id}`)).body.status).toBe('COMPLETED');
  });

  it.each([
    ['USD', '1.00', '422 REFUND_CAPTURE_CURRENCY_MISMATCH'],
    ['EUR', '0.00', '422 CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['EUR', '1.001', '422 DECIMAL_PRECISION'],
    ['JPY', '1.0', '422 DECIMALS_NOT_SUPPORTED'],
    ['XTS', '1', '422 INVALID_CURRENCY_CODE'],
  ])('is not refunded %s %s', async (currency_code, value, issue) => {
    const rig = await rigWith();
    const { id } = await captured(rig);
    const amount = { currency_code, value };
    expect(issueOf(await rig.call('POST', `/v2/payments/captures/${id}/refund`, { amount }, requestId()))).toBe(issue);
  });

  it('of an eCheck is pending until its money arrives', async () => {
    const rig = await rigWith({ speed: 100 });
    const { id, status, status_details } = await captured(rig, orderOf(), { instrument: 'BANK' });
    expect([status, status_details]).toEqual(['PENDING', { reason: 'ECHECK' }]);
    expect(issueOf(await rig.call('POST', `/v2/payments/captures/${id}/refund`, {}, requestId()))).toBe(
      '422 PENDING_CAPTURE',
    );
    await eventually(async () =>
      expect((await rig.call('GET', `/v2/payments/captures/${id}`)).body.status).toBe('COMPLETED'),
    );
  });

  it('is declined later where the tester sets it, with a webhook', async () => {
    const rig = await rigWith();
    const { id } = await captured(rig, orderOf({}, { custom_id: 'TEST-PENDING' }));
    await rig.call('PUT', `/captures/${id}`, { status: 'DECLINED' });
    expect((await rig.call('GET', `/v2/payments/captures/${id}`)).body.status).toBe('DECLINED');
    await eventually(() =>
      expect(rig.received.map(({ body }) => JSON.parse(body).event_type)).toContain('PAYMENT.CAPTURE.DECLINED'),
    );
  });

  it('under dispute is not refunded before the dispute is resolved', async () => {
    const rig = await rigWith();
    const { id } = await captured(rig);
    const { body: dispute } = await rig.call('POST', '/disputes', { capture: id });
    const refund = () => rig.call('POST', `/v2/payments/captures/${id}/refund`, {}, requestId());
    expect(issueOf(await refund())).toBe('422 TRANSACTION_DISPUTED');
    await rig.call('PUT', `/disputes/${dispute.id}`, { status: 'RESOLVED' });
    expect((await refund()).status).toBe(201);
    await eventually(() => {
      const events = rig.received.map(({ body }) => JSON.parse(body));
      const created = events.find(({ event_type }) => event_type === 'CUSTOMER.DISPUTE.CREATED');
      expect(created.resource.disputed_transactions[0].seller_transaction_id).toBe(id);
    });
  });
});

describe('money', () => {
  it.each([
    ['JPY', '1250', 201],
    ['JPY', '1250.0', 422],
    ['HUF', '1250', 201],
    ['TWD', '1250.50', 422],
    ['EUR', '12.505', 422],
    ['EUR', '12', 201],
    ['EUR', '-1.00', 422],
    ['KWD', '1.000', 422],
  ])('%s %s is answered with %i', async (currency_code, value, status) => {
    const rig = await rigWith();
    const order = orderOf({}, { amount: { currency_code, value } });
    expect((await rig.call('POST', '/v2/checkout/orders', order, requestId())).status).toBe(status);
  });
});
