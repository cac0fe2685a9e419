/** Payments at the sandbox's banks: the result of each call of the port, and the money it moves. */
import { describe, expect, it } from 'vitest';
import { confirmed, step } from '../../../sandbox/open-banking/rig.ts';
import { AT_LENGTH } from '../../../support/at-length.ts';
import {
  ACCOUNT,
  atBanks,
  CREDITOR,
  chosen,
  DEBTOR,
  describeState,
  EUR,
  type Rig,
  rigWith,
  startPayment,
} from './rig.ts';

const SUCCESS = { description: 'TEST-SUCCEED' };

const decides = (rig: Rig, payment: Parameters<Rig['adapter']['state']>[0], code: string) =>
  expect.poll(async () => describeState(await rig.adapter.state(payment)), { timeout: 10_000 }).toBe(code);

describe('before the payer has chosen', () => {
  const unchosen = () => {
    const { option: _option, ...payment } = chosen('nordbank');
    return payment;
  };

  it('no bank is called: the payment is open, and a cancel ends it', async () => {
    const rig = await rigWith();
    expect(describeState(await rig.adapter.state(unchosen()))).toBe('OPEN');
    expect(describeState(await rig.adapter.cancel(unchosen()))).toBe('DECIDED NOT_BEGUN CANCELLED');
    expect(rig.simulator.banks.ledger.requests.all({})).toEqual([]);
  });

  it('the payment page is the gateway’s own, and another currency or a merchant without an account is refused', async () => {
    const { adapter } = await rigWith();
    const { reference, account, merchantName, operation, returnUrl, cancelUrl } = chosen('nordbank');
    const payment = {
      ...{ reference, account, merchantName, operation, returnUrl, cancelUrl },
      orderId: 'order',
      confirmation: 'CONFIRM_AT_PROVIDER',
      amount: 1200n,
      currency: EUR,
      choiceUrl: 'https://pay.example/checkout/choice/state',
      callbackUrl: 'https://pay.example/callback/openBanking/TESTSHOP',
      shipping: { displayed: false, changeable: false },
    } as const;
    expect(await adapter.create(payment)).toEqual({ status: 'CREATED', pageUrl: payment.choiceUrl });
    expect(await adapter.create({ ...payment, currency: { ...EUR, code: 'CHF' } })).toMatchObject({
      status: 'REFUSED',
      reply: { gatewayCode: 'NOT_SUPPORTED' },
    });
    expect(await adapter.create({ ...payment, account: { ...ACCOUNT, members: {} } })).toMatchObject({
      status: 'REFUSED',
    });
  });
});

describe('a payment by redirect', () => {
  it('is started with the bank’s page, and waits while accepted for execution, also under an earlier profile setting', async () => {
    const rig = await rigWith();
    const account = { ...ACCOUNT, members: { ...ACCOUNT.members, successAt: 'ACSP' } };
    const { pageUrl, asked, payment, paymentId } = await startPayment(rig, 'nordbank', { account });
    expect(pageUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/providers\/open-banking\/nordbank\/sca\//);
    expect(describeState(await rig.adapter.state(asked))).toBe('OPEN');
    expect(await confirmed(pageUrl!)).toBe(payment.returnUrl);
    await expect
      .poll(() => rig.adapter.state(asked), { timeout: 10_000 })
      .toMatchObject({ status: 'WAITING', accepted: { code: 'ACSP' } });
    await decides(rig, asked, 'DECIDED ACSC APPROVED');
    expect(await rig.adapter.state(asked)).toMatchObject({
      money: payment.asked,
      reply: { account: { bankName: 'Nordbank', bic: 'NRDBDEFFXXX' } },
    });
    expect(atBanks(rig, paymentId)).toMatchObject({
      amount: '1200',
      creditor_iban: CREDITOR,
      end_to_end: payment.reference,
      remittance: payment.asked.orderId,
    });
  });

  it('waits for the settlement, and reports meanwhile that the bank has accepted it', async () => {
    const rig = await rigWith();
    const { pageUrl, asked } = await startPayment(rig, 'nordbank');
    await confirmed(pageUrl!);
    expect(describeState(await rig.adapter.state(asked))).toBe('WAITING');
    await expect
      .poll(() => rig.adapter.state(asked), { timeout: 10_000 })
      .toMatchObject({ status: 'WAITING', money: asked.asked, accepted: { code: 'ACSP', gatewayCode: 'APPROVED' } });
    await decides(rig, asked, 'DECIDED ACSC APPROVED');
  });

  it('that is instant is a success only once it is settled', async () => {
    const rig = await rigWith({ simulator: { speed: 2 } });
    const { pageUrl, asked } = await startPayment(rig, 'sofortbank', { typed: { IBAN: DEBTOR } });
    await confirmed(pageUrl!);
    expect(describeState(await rig.adapter.state(asked))).toBe('WAITING');
    await decides(rig, asked, 'DECIDED ACCC APPROVED');
  });

  it('is started by a separate call where the bank requires one', async () => {
    const rig = await rigWith({ simulator: { speed: 1_000 } });
    const { pageUrl, asked } = await startPayment(rig, 'ruhebank');
    expect(pageUrl).toContain('/ruhebank/sca/');
    await confirmed(pageUrl!);
    await decides(rig, asked, 'DECIDED ACSC APPROVED');
  });

  it(
    'is started also where that separate call might name the payer, who is redirected to the page in its answer',
    AT_LENGTH,
    async () => {
      const rig = await rigWith({ simulator: { speed: 1_000 } });
      rig.simulator.banks.faults.set({ mode: 'IDENTIFY', count: 1 });
      const { pageUrl, asked } = await startPayment(rig, 'ruhebank');
      expect(pageUrl).toContain('/ruhebank/sca/');
      await confirmed(pageUrl!);
      await decides(rig, asked, 'DECIDED ACSC APPROVED');
    },
  );

  // One bank needs a call to start the authorisation, and the other has started it by itself.
  describe.each(['ruhebank', 'nordbank'])('at %s', (bank) => {
    it('without a page at the bank is cancelled there, and not started', async () => {
      const rig = await rigWith();
      rig.simulator.banks.faults.set({ mode: 'NO_PAGE' });
      const payment = chosen(bank);
      for (const _again of ['at first', 'pressed again']) {
        expect(await rig.choice.begin(payment)).toMatchObject({
          status: 'REFUSED',
          reply: { gatewayCode: 'NOT_SUPPORTED', code: 'APPROACH_NOT_SUPPORTED' },
        });
        expect(rig.simulator.banks.ledger.payments.all({})).toMatchObject([{ status: 'CANC' }]);
      }
    });

    it('without a page is started at a bank that does not cancel it, since its payer may have been asked', async () => {
      const rig = await rigWith();
      rig.simulator.banks.faults.set({ mode: 'NO_PAGE' });
      rig.simulator.banks.faults.set({ mode: 'UNAVAILABLE', operation: 'payments.cancel' });
      const { pageUrl, asked } = await startPayment(rig, bank);
      expect(pageUrl).toBeUndefined();
      expect(describeState(await rig.adapter.state(asked))).toBe('OPEN');
    });

    it('that needs no authorisation is not cancelled for lack of a page', async () => {
      const rig = await rigWith();
      rig.simulator.banks.faults.set({ mode: 'NO_PAGE' });
      const { pageUrl, asked, payment, paymentId } = await startPayment(rig, bank, {
        description: 'TEST-SUCCESS-INIT',
      });
      expect(pageUrl).toBeUndefined();
      expect(atBanks(rig, paymentId)?.status).toBe('RCVD');
      expect(await rig.choice.ask({ ...payment, ...asked })).toEqual({ status: 'ASKED' });
      await decides(rig, asked, 'DECIDED ACSC APPROVED');
    });
  });

  it('that the payer refuses, or fails to confirm, is declined', async () => {
    const rig = await rigWith();
    const refused = await startPayment(rig, 'nordbank');
    await step(refused.pageUrl!, { choice: 'LOGIN', user: 'anna', password: 'any' });
    await step(refused.pageUrl!, { choice: 'CANCEL' });
    await decides(rig, refused.asked, 'DECIDED RJCT DECLINED');
    const failed = await startPayment(rig, 'nordbank');
    await confirmed(failed.pageUrl!, 'anna', 1);
    await decides(rig, failed.asked, 'DECIDED RJCT DECLINED');
  });

  it('is not started where the bank wants the payer’s credentials', async () => {
    const { choice } = await rigWith();
    expect(await choice.begin(chosen('altbank'))).toMatchObject({
      status: 'REFUSED',
      reply: { gatewayCode: 'NOT_SUPPORTED', code: 'APPROACH_NOT_SUPPORTED' },
    });
  });

  it('carries an IPv4 address alone: for a payer without one, the gateway’s own', async () => {
    const rig = await rigWith();
    for (const ipAddress of ['2001:db8::7', '::ffff:203.0.113.9', '203.0.113.8']) {
      const { payer } = chosen('nordbank');
      await startPayment(rig, 'nordbank', { payer: { ...payer, ipAddress } });
    }
    expect(rig.simulator.banks.validator.violations).toEqual([]);
  });
});

describe('a decoupled payment', () => {
  it('asks its payer only after the authorisation call, which names the payer', async () => {
    const rig = await rigWith();
    const { pageUrl, asked, payment, paymentId } = await startPayment(rig, 'appbank', { typed: { USER_ID: 'anna' } });
    expect(pageUrl).toBeUndefined();
    const { authorisations } = rig.simulator.banks.ledger;
    expect(authorisations.all({ payment_id: paymentId })).toEqual([]);
    expect(describeState(await rig.adapter.state(asked))).toBe('OPEN');
    const asking = { ...payment, ...asked };
    expect(await rig.choice.ask(asking)).toEqual({ status: 'ASKED' });
    expect(await rig.choice.ask(asking)).toEqual({ status: 'ASKED' });
    const [authorisation, ...others] = authorisations.all({ payment_id: paymentId });
    expect(others).toEqual([]);
    await step(`${rig.simulator.control}/appbank/app`, { authorisation: authorisation!.id, choice: 'AGREE' });
    await decides(rig, asked, 'DECIDED ACSC APPROVED');
  });

  it(
    'asks its payer only on the second call, which names the payer, at a bank that starts authorisations by itself',
    AT_LENGTH,
    async () => {
      const rig = await rigWith();
      rig.simulator.banks.faults.set({ mode: 'IMPLICIT_START', operation: 'payments.initiate' });
      const { asked, payment, paymentId } = await startPayment(rig, 'appbank', { typed: { USER_ID: 'anna' } });
      const { authorisations } = rig.simulator.banks.ledger;
      expect(authorisations.all({ payment_id: paymentId })).toEqual([]);
      expect(await rig.choice.ask({ ...payment, ...asked })).toEqual({ status: 'ASKED' });
      expect(authorisations.all({ payment_id: paymentId })).toMatchObject([{ psu_id: 'anna' }]);
    },
  );

  it('is cancelled where the bank insists on a page, since no payer is redirected there', AT_LENGTH, async () => {
    const rig = await rigWith({ banks: { ruhebank: { approach: 'DECOUPLED' } } });
    const { asked, payment, paymentId } = await startPayment(rig, 'ruhebank', { typed: { USER_ID: 'anna' } });
    expect(await rig.choice.ask({ ...payment, ...asked })).toEqual({ status: 'ASKED' });
    expect(atBanks(rig, paymentId)?.status).toBe('CANC');
    await decides(rig, asked, 'DECIDED CANC CANCELLED');
  });

  it('stays open and unauthorised where the bank insists on a page and does not cancel it', AT_LENGTH, async () => {
    const rig = await rigWith({ banks: { ruhebank: { approach: 'DECOUPLED' } } });
    rig.simulator.banks.faults.set({ mode: 'UNAVAILABLE', operation: 'payments.cancel' });
    const { asked, payment } = await startPayment(rig, 'ruhebank', { typed: { USER_ID: 'anna' } });
    expect(await rig.choice.ask({ ...payment, ...asked })).toMatchObject({
      status: 'REFUSED',
      reply: { code: 'APPROACH_NOT_SUPPORTED' },
    });
    expect(describeState(await rig.adapter.state(asked))).toBe('OPEN');
  });

  it('is not started for a payer whom the bank does not know', async () => {
    const rig = await rigWith();
    const { asked, payment } = await startPayment(rig, 'appbank');
    expect(await rig.choice.ask({ ...payment, ...asked, typed: { USER_ID: 'nobody' } })).toMatchObject({
      status: 'REFUSED',
      reply: { code: 'PSU_CREDENTIALS_INVALID' },
    });
    expect(await rig.choice.ask({ ...payment, ...asked, typed: { USER_ID: 'anna' } })).toEqual({ status: 'ASKED' });
  });
});

describe('a cancel', () => {
  it('ends a payment that is not authorised yet', async () => {
    const rig = await rigWith();
    for (const bank of ['nordbank', 'appbank', 'ruhebank']) {
      const { asked, paymentId } = await startPayment(rig, bank);
      expect(describeState(await rig.adapter.cancel(asked)), bank).toBe('DECIDED CANC CANCELLED');
      expect(atBanks(rig, paymentId)?.status).toBe('CANC');
    }
  });

  it('has no effect where the bank supports none, or the payer was faster', async () => {
    const rig = await rigWith();
    const never = await startPayment(rig, 'sofortbank', { typed: { IBAN: DEBTOR } });
    expect(describeState(await rig.adapter.cancel(never.asked))).toBe('OPEN');
    const paid = await startPayment(rig, 'nordbank', SUCCESS);
    await step(paid.pageUrl!);
    expect(describeState(await rig.adapter.cancel(paid.asked))).toBe('DECIDED ACSC APPROVED');
  });
});

describe('a repeated call', () => {
  it('is executed once: the same choice gives the same payment', async () => {
    const { choice, simulator } = await rigWith();
    const payment = chosen('nordbank');
    const [first, second] = [await choice.begin(payment), await choice.begin(payment)];
    expect(second).toEqual(first);
    expect(simulator.banks.ledger.payments.all({})).toHaveLength(1);
  });
});

it('a refund is left to the merchant, calls no bank, and counts once the operator confirms it', async () => {
  const rig = await rigWith();
  const { asked } = await startPayment(rig, 'nordbank');
  const before = rig.simulator.banks.ledger.requests.all({}).length;
  const movement = {
    reference: 'M-1',
    payment: asked,
    orderId: asked.asked.orderId,
    amount: 1200n,
    currency: EUR,
  } as const;
  expect(await rig.adapter.move({ ...movement, kind: 'REFUND' })).toMatchObject({
    reply: { gatewayCode: 'APPROVED', code: 'TRANSFERRED' },
  });
  expect(await rig.adapter.move({ ...movement, kind: 'VOID' })).toMatchObject({
    reply: { gatewayCode: 'NOT_SUPPORTED' },
  });
  expect(rig.simulator.banks.ledger.requests.all({})).toHaveLength(before);
});
