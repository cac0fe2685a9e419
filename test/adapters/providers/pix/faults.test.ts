/**
 * A PSP cut off, overloaded, failing and sending garbage: the result of each call, and one charge and one refund in
 * spite of repeats.
 */
import { describe, expect, it } from 'vitest';
import type { PspAnswerMode } from '../../../../src/sandbox/pix/faults.ts';
import { created, describeState, entriesOf, fault, paid, payerPays, paymentFor, refundOf, rigWith } from './rig.ts';

/** The gateway cannot know whether the PSP executed the call. */
const UNKNOWN_RESULT: readonly PspAnswerMode[] = [
  'DROP_REQUEST',
  'DROP_REPLY',
  'INTERNAL_ERROR',
  'INTERNAL_ERROR_AFTER',
  'UNAVAILABLE',
  'GARBAGE',
  'HUGE',
];

describe.each(UNKNOWN_RESULT)('%s', (mode) => {
  it('at the creation is reported as NO_ANSWER, and makes no second charge', async () => {
    const rig = await rigWith();
    fault(rig, 'cob.put', mode);
    const payment = paymentFor(rig.account);
    expect(await rig.adapter.create(payment)).toEqual({ status: 'NO_ANSWER' });
    expect(await rig.adapter.create(payment)).toMatchObject({ status: 'CREATED' });
    expect(entriesOf(rig)).toHaveLength(1);
  });

  it('at a query is reported as NO_ANSWER', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    fault(rig, 'cob.get', mode);
    expect(await rig.adapter.state(asked)).toEqual({ status: 'NO_ANSWER' });
    expect(describeState(await rig.adapter.state(asked))).toBe('OPEN');
  });

  it('at a cancel is reported as NO_ANSWER, and its repeat removes the charge', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    fault(rig, 'cob.patch', mode);
    const first = describeState(await rig.adapter.cancel(asked));
    // After an answer that cannot be read, the charge is queried.
    expect(['NO_ANSWER', 'OPEN', 'DECIDED CANCELLED REMOVIDA_PELO_USUARIO_RECEBEDOR']).toContain(first);
    expect(describeState(await rig.adapter.cancel(asked))).toBe('DECIDED CANCELLED REMOVIDA_PELO_USUARIO_RECEBEDOR');
  });

  it('at a refund is reported as NO_ANSWER, and makes one refund', async () => {
    const rig = await rigWith();
    const made = await paid(rig);
    fault(rig, 'refund.put', mode);
    expect(await rig.adapter.move(refundOf(made, 1_250n))).toEqual({ status: 'NO_ANSWER' });
    expect(await rig.adapter.move(refundOf(made, 1_250n))).toMatchObject({ status: 'REPLIED' });
    expect(entriesOf(rig)).toHaveLength(2);
  });

  it('at the token is a request that was certainly not sent', async () => {
    const rig = await rigWith();
    fault(rig, 'oauth.token', mode);
    const payment = paymentFor(rig.account);
    expect(await rig.adapter.create(payment)).toEqual({ status: 'NOT_SENT' });
    expect(await rig.adapter.create(payment)).toMatchObject({ status: 'CREATED' });
  });

  it('at the webhook registration does not stop the payment', async () => {
    const rig = await rigWith();
    fault(rig, 'webhook.get', mode);
    await created(rig);
    fault(rig, 'webhook.put', mode);
    await created(rig);
    expect(entriesOf(rig)).toHaveLength(2);
  });
});

it('the adapter sends no calls to a PSP that rejected a request, until its retry time', async () => {
  let clock = 0;
  const rig = await rigWith({ elapsed: () => clock });
  const { asked } = await created(rig);
  fault(rig, 'cob.get', 'RATE_LIMIT', { retryAfter: 7 });
  expect(await rig.adapter.state(asked)).toEqual({ status: 'NOT_SENT', retryAfterMs: 7_000 });
  clock = 6_000;
  expect(await rig.adapter.state(asked)).toEqual({ status: 'NOT_SENT', retryAfterMs: 1_000 });
  clock = 7_001;
  expect(describeState(await rig.adapter.state(asked))).toBe('OPEN');
});

it('the adapter requests another token once, where one expires in the middle', async () => {
  const rig = await rigWith();
  const { asked } = await created(rig);
  fault(rig, 'cob.get', 'TOKEN_EXPIRED');
  expect(describeState(await rig.adapter.state(asked))).toBe('OPEN');
  rig.psp.setFault({ mode: 'TOKEN_EXPIRED', operation: 'cob.get' });
  expect(await rig.adapter.state(asked)).toEqual({ status: 'NOT_SENT' });
});

it('a creation is refused where the PSP forbids the call, and a query gives no result', async () => {
  const rig = await rigWith();
  const startedPayment = await created(rig);
  rig.psp.setFault({ mode: 'FORBIDDEN' });
  expect(await rig.adapter.create(paymentFor(rig.account))).toMatchObject({
    status: 'REFUSED',
    reply: { gatewayCode: 'NOT_SUPPORTED', code: 'AcessoNegado' },
  });
  expect(await rig.adapter.state(startedPayment.asked)).toEqual({ status: 'NO_ANSWER' });
  rig.psp.setFault({ mode: 'NONE' });
  payerPays(rig, startedPayment);
  expect(describeState(await rig.adapter.state(startedPayment.asked))).toBe('DECIDED APPROVED CONCLUIDA');
});

it('the adapter builds the code itself, where the PSP gives only the address of the charge', async () => {
  const rig = await rigWith({ members: { city: 'OURO PRETO' } });
  fault(rig, 'cob.put', 'NO_CODE');
  const outcome = await rig.adapter.create(paymentFor(rig.account, { merchantName: 'Café do Zé & Cia.' }));
  const [charge] = rig.psp.ledger.charges.all();
  const text = outcome.status === 'CREATED' ? (outcome.code?.text ?? '') : '';
  expect(text).toContain(`psp.sandbox.invalid/qr/v2/${charge?.location}`);
  expect(text).toContain('540512.50');
  expect(text).toContain('5915Cafe do Ze Cia.6010OURO PRETO62');
});

it.each(['WRONG_CODE', 'FOREIGN_CODE', 'OTHER_MONEY'] as const)(
  'the adapter shows the payer no code where the PSP answers with %s',
  async (mode) => {
    const rig = await rigWith();
    fault(rig, 'cob.put', mode);
    const payment = paymentFor(rig.account);
    expect(await rig.adapter.create(payment)).toEqual({ status: 'NO_ANSWER' });
    expect(await rig.adapter.create(payment)).toMatchObject({ status: 'CREATED' });
  },
);

it('the adapter makes no call for a merchant whose account was removed, or whose key does not match the certificate', async () => {
  const rig = await rigWith();
  const { asked, payment } = await created(rig);
  const gone = { merchantId: 'TESTSHOP', members: {} };
  expect(await rig.adapter.state({ ...asked, account: gone })).toEqual({ status: 'NOT_SENT' });
  const { certificates, account } = rig;
  const wrong = { ...account, members: { ...account.members, certificateKey: certificates.qseal.key } };
  expect(await rig.adapter.create({ ...payment, account: wrong })).toMatchObject({
    status: 'REFUSED',
    reply: { code: 'ACCOUNT_UNUSABLE' },
  });
});

it('the adapter authenticates at the PSP by its certificate', async () => {
  const rig = await rigWith();
  const { server } = rig.certificates;
  const strange = { ...rig.account.members, clientSecret: 'another-secret' };
  expect(await rig.adapter.create(paymentFor({ merchantId: 'TESTSHOP', members: strange }))).toEqual({
    status: 'NOT_SENT',
  });
  const self = { ...rig.account.members, certificate: server.cert, certificateKey: server.key };
  // Another certificate of the same authority is accepted in TLS; the credentials identify the merchant.
  expect(await rig.adapter.create(paymentFor({ merchantId: 'TESTSHOP', members: self }))).toMatchObject({
    status: 'CREATED',
  });
});

it('the adapter waits for no answer beyond its timeout', async () => {
  const rig = await rigWith({ answerMsMax: 300 });
  fault(rig, 'cob.put', 'DELAY', { delayMs: 60_000 });
  expect(await rig.adapter.create(paymentFor(rig.account))).toEqual({ status: 'NO_ANSWER' });
});
