/** Banks that fail, time out, are overloaded or reject the caller: the result of each call, without exceptions. */
import { describe, expect, it } from 'vitest';
import type { BankFault } from '../../../../src/sandbox/open-banking/faults.ts';
import { confirmed } from '../../../sandbox/open-banking/rig.ts';
import { adapterOf, chosen, DEBTOR, describeState, type Rig, rigWith, startPayment } from './rig.ts';

const payments = ({ simulator }: Rig) => simulator.banks.ledger.payments.all({});

describe('a bank that fails while a payment is started', () => {
  it.each<[string, BankFault, string]>([
    ['cuts the request off', { mode: 'DROP_REQUEST' }, 'NO_ANSWER'],
    ['cuts its answer off', { mode: 'DROP_REPLY' }, 'NO_ANSWER'],
    ['fails', { mode: 'INTERNAL_ERROR' }, 'NO_ANSWER'],
    ['fails after the work', { mode: 'INTERNAL_ERROR_AFTER' }, 'NO_ANSWER'],
    ['is away', { mode: 'UNAVAILABLE' }, 'NO_ANSWER'],
    ['answers no JSON', { mode: 'GARBAGE' }, 'NO_ANSWER'],
    ['answers 10 MB', { mode: 'HUGE' }, 'NO_ANSWER'],
  ])('%s: the result is unknown, and repeating the choice makes no second payment', async (_what, fault, status) => {
    const rig = await rigWith();
    const payment = chosen('nordbank');
    rig.simulator.banks.faults.set({ ...fault, operation: 'payments.initiate', count: 1 });
    expect(await rig.choice.begin(payment)).toEqual({ status });
    expect(await rig.choice.begin(payment)).toMatchObject({ status: 'BEGUN' });
    expect(payments(rig)).toHaveLength(1);
  });

  it('has certainly not received it when overloaded, and gives a retry time', async () => {
    const rig = await rigWith();
    rig.simulator.banks.faults.set({ mode: 'RATE_LIMIT', retryAfter: 7, count: 1 });
    expect(await rig.choice.begin(chosen('nordbank'))).toEqual({ status: 'NOT_SENT', retryAfterMs: 7_000 });
    expect(payments(rig)).toEqual([]);
  });

  it('does not get the payer when it names an invalid page', async () => {
    const rig = await rigWith();
    rig.simulator.banks.faults.set({ mode: 'NOWHERE', count: 1 });
    const outcome = await rig.choice.begin(chosen('nordbank'));
    expect(outcome.status).toMatch(/^(?:BEGUN|NO_ANSWER)$/);
    expect(JSON.stringify(outcome)).not.toContain('javascript:');
  });

  it('gets the payer for one of two payments when it creates it twice', async () => {
    const rig = await rigWith();
    rig.simulator.banks.faults.set({ mode: 'DUPLICATE', count: 1 });
    const { pageUrl, asked } = await startPayment(rig, 'nordbank');
    expect(payments(rig)).toHaveLength(2);
    await confirmed(pageUrl!);
    expect(describeState(await rig.adapter.state(asked))).toMatch(/WAITING|ACS[PC]/);
    expect(payments(rig).filter(({ status }) => status === 'RCVD')).toHaveLength(1);
  });

  it('ends the call with an unknown result when it answers too late', async () => {
    const rig = await rigWith({ answerMsMax: 1_500 });
    rig.simulator.banks.faults.set({ mode: 'DELAY', delayMs: 5_000, count: 1 });
    expect(await rig.choice.begin(chosen('nordbank'))).toEqual({ status: 'NO_ANSWER' });
  });
});

describe('a bank that refuses', () => {
  it.each([
    ['PAYMENT_FAILED', 'DECLINED'],
    ['PSU_CREDENTIALS_INVALID', 'DECLINED'],
    ['SERVICE_BLOCKED', 'NOT_SUPPORTED'],
    ['FORMAT_ERROR', 'DECLINED'],
    ['CERTIFICATE_EXPIRED', 'DECLINED'],
    ['SIGNATURE_INVALID', 'DECLINED'],
  ])('with %s reports its code to the merchant, and no payment was started', async (code, gatewayCode) => {
    const rig = await rigWith();
    // The text of a transfer has no underscore: the code is in the reference.
    const outcome = await rig.choice.begin(chosen('nordbank', { reference: `.FAIL_${code}` }));
    expect(outcome).toMatchObject({ status: 'REFUSED', reply: { code, gatewayCode } });
    expect(payments(rig)).toEqual([]);
  });

  it('reports PRODUCT_INVALID for a product that it lacks', async () => {
    const { choice } = await rigWith({ banks: { ruhebank: { products: ['instant-sepa-credit-transfers'] } } });
    expect(await choice.begin(chosen('ruhebank'))).toMatchObject({
      status: 'REFUSED',
      reply: { code: 'PRODUCT_INVALID', gatewayCode: 'NOT_SUPPORTED' },
    });
  });

  it('starts no payment on a signature of a wrong clock', async () => {
    const { choice } = await rigWith({ now: () => Date.now() - 60 * 60_000 });
    expect(await choice.begin(chosen('nordbank'))).toMatchObject({ status: 'REFUSED' });
  });

  it('reports CERTIFICATE_INVALID for a signing certificate of another organisation', async () => {
    const { simulator } = await rigWith();
    const other = simulator.authority.issue({ kind: 'QSEAL', organizationIdentifier: 'PSDDE-BAFIN-999999' });
    const adapter = adapterOf(simulator, { certificates: { qseal: other } });
    expect(await adapter.choice!.begin(chosen('nordbank'))).toMatchObject({
      status: 'REFUSED',
      reply: { code: 'CERTIFICATE_INVALID' },
    });
  });
});

describe('the status of a payment', () => {
  it.each<BankFault['mode']>(['DROP_REQUEST', 'DROP_REPLY', 'INTERNAL_ERROR', 'UNAVAILABLE', 'GARBAGE', 'HUGE'])(
    'is unknown after %s, and known on a later query',
    async (mode) => {
      const rig = await rigWith();
      const { asked, pageUrl } = await startPayment(rig, 'nordbank');
      await confirmed(pageUrl!);
      rig.simulator.banks.faults.set({ mode, count: 1 });
      expect(describeState(await rig.adapter.state(asked))).toBe('NO_ANSWER');
      await expect
        .poll(async () => describeState(await rig.adapter.state(asked)))
        .toMatch(/^DECIDED ACS[PC] APPROVED$/);
    },
  );

  it('is unknown while the bank is overloaded', async () => {
    const rig = await rigWith();
    const { asked } = await startPayment(rig, 'nordbank');
    rig.simulator.banks.faults.set({ mode: 'RATE_LIMIT', count: 1 });
    expect(await rig.adapter.state(asked)).toEqual({ status: 'NOT_SENT' });
    expect(describeState(await rig.adapter.state(asked))).toBe('OPEN');
  });

  it('is unknown where the bank has no payment of this number', async () => {
    const rig = await rigWith();
    const { asked } = await startPayment(rig, 'nordbank');
    const providerReference = 'nordbank sepa-credit-transfers another';
    expect(describeState(await rig.adapter.state({ ...asked, providerReference }))).toBe('UNKNOWN_PAYMENT');
  });

  it.each([
    ['a bank that left the list', undefined],
    ['a product that is gone', 'nordbank target-2-payments id'],
    ['a number that is not ours', 'nonsense'],
  ])('is not queried for %s', async (_what, given) => {
    const rig = await rigWith();
    const { asked } = await startPayment(rig, 'nordbank');
    const providerReference = given ?? asked.providerReference.replace('nordbank', 'formerbank');
    expect(await rig.adapter.state({ ...asked, providerReference })).toEqual({ status: 'NOT_SENT' });
    expect(await rig.adapter.cancel({ ...asked, providerReference })).toEqual({ status: 'NOT_SENT' });
    expect(rig.choice.optionOf(providerReference)).toBeUndefined();
  });

  it('is queried at a bank that is not offered any more, where no payment is started', async () => {
    const rig = await rigWith();
    const { asked, payment } = await startPayment(rig, 'nordbank');
    const adapter = adapterOf(rig.simulator, { banks: { nordbank: { offered: false } } });
    expect(describeState(await adapter.state(asked))).toBe('OPEN');
    expect(await adapter.choice!.begin({ ...payment, reference: 'P-new' })).toEqual({ status: 'NOT_SENT' });
    expect(payments(rig)).toHaveLength(1);
  });

  it('is a mismatch where the bank has recorded another amount or another name', async () => {
    const rig = await rigWith();
    const { asked, pageUrl } = await startPayment(rig, 'nordbank', { description: 'TEST-SUCCEED' });
    await confirmed(pageUrl!);
    const other = { ...asked, reference: 'another', asked: { ...asked.asked, amount: 1n } };
    expect(await rig.adapter.state(other)).toMatchObject({
      status: 'DECIDED',
      money: { amount: 1200n, currency: 'EUR', orderId: '' },
    });
  });

  it.each([
    ['1300.01', 'DECIDED RJCT DECLINED'],
    ['1300.02', 'WAITING'],
    ['1300.03', /^(?:WAITING|DECIDED ACSC APPROVED)$/],
    ['1300.04', /^(?:WAITING|DECIDED CANC CANCELLED)$/],
  ])('of EUR %s is %s once the payer has agreed', async (amount, wanted) => {
    const rig = await rigWith();
    const units = BigInt(amount.replace('.', ''));
    const { asked, pageUrl } = await startPayment(rig, 'nordbank', {
      asked: { amount: units, currency: 'EUR', orderId: 'order' },
    });
    await confirmed(pageUrl!);
    await expect.poll(async () => describeState(await rig.adapter.state(asked))).toMatch(wanted);
  });
});

describe('a cancel', () => {
  it.each<BankFault['mode']>(['DROP_REPLY', 'INTERNAL_ERROR_AFTER', 'UNAVAILABLE'])(
    'is unknown after %s, and its repeat succeeds',
    async (mode) => {
      const rig = await rigWith();
      const { asked } = await startPayment(rig, 'nordbank');
      rig.simulator.banks.faults.set({ mode, operation: 'payments.cancel', count: 1 });
      expect(describeState(await rig.adapter.cancel(asked))).toBe('NO_ANSWER');
      expect(describeState(await rig.adapter.cancel(asked))).toBe('DECIDED CANC CANCELLED');
    },
  );
});

it('a call to a bank that is not listening is certainly not sent', async () => {
  const rig = await rigWith({ banks: { nordbank: { address: 'https://127.0.0.1:1/v1' } } });
  expect(await rig.choice.begin(chosen('nordbank', { typed: { IBAN: DEBTOR } }))).toEqual({ status: 'NOT_SENT' });
});

it('a server with an untrusted certificate gets no data', async () => {
  const { simulator } = await rigWith();
  const adapter = adapterOf(simulator, { certificates: { ca: simulator.certificates.qwac.cert } });
  expect(await adapter.choice!.begin(chosen('nordbank'))).toEqual({ status: 'NOT_SENT' });
  expect(simulator.banks.ledger.requests.all({})).toEqual([]);
});
