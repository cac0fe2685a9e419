/** Charges from creation to end, and refunds, against the PSP's own ledger. */
import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../../../src/contract/durations.ts';
import { expire, removeByPsp } from '../../../../src/sandbox/pix/payments.ts';
import {
  askedAbout,
  chargeOf,
  created,
  describeState,
  entriesOf,
  paid,
  payerPays,
  paymentFor,
  refundOf,
  rigWith,
} from './rig.ts';

it('a charge is paid by the PSP’s code, for as long as the profile says', async () => {
  const rig = await rigWith({ members: { minutes: '15' } });
  const payment = paymentFor(rig.account, { description: 'Two coffees' });
  const outcome = await rig.adapter.create(payment);
  const [charge] = rig.psp.ledger.charges.all();
  expect(outcome).toEqual({
    status: 'CREATED',
    pageUrl: payment.choiceUrl,
    providerReference: charge?.id,
    code: { text: rig.psp.resources.codeOf(charge!), payableUntil: charge!.created_at + 15 * MINUTE_MS },
  });
  expect(charge).toMatchObject({
    amount: '1250',
    seconds: 900,
    request_text: 'Two coffees',
    key: rig.account.members.key,
  });
  expect(JSON.parse(charge?.info ?? '')).toEqual([{ nome: 'Pedido', valor: payment.orderId }]);
});

it('a charge is made once for any number of repeats, also at a PSP that refuses a known id', async () => {
  const rig = await rigWith();
  const payment = paymentFor(rig.account);
  const first = await rig.adapter.create(payment);
  expect(await rig.another().create(payment)).toEqual(first);
  rig.psp.setFault({ mode: 'KNOWN_ID', operation: 'cob.put' });
  expect(await rig.adapter.create(payment)).toEqual(first);
  expect(entriesOf(rig)).toEqual(['PAYMENT 12.50 ATIVA']);
});

it('a charge is open until the payer pays, and then a success with its number in Pix', async () => {
  const rig = await rigWith();
  const startedPayment = await created(rig);
  expect(describeState(await rig.adapter.state(startedPayment.asked))).toBe('OPEN');
  payerPays(rig, startedPayment);
  const [pix] = rig.psp.ledger.pix.all();
  const state = await rig.adapter.state(startedPayment.asked);
  expect(state).toMatchObject({
    status: 'DECIDED',
    money: { amount: 1_250n, currency: 'BRL', orderId: startedPayment.payment.orderId },
    reply: { gatewayCode: 'APPROVED', code: 'CONCLUIDA', account: { endToEndId: pix?.id, txid: startedPayment.txid } },
  });
  expect(await rig.another().confirm(startedPayment.asked)).toEqual(state);
});

it('the adapter reports the paid amount where it differs from the requested one', async () => {
  const rig = await rigWith();
  const startedPayment = await created(rig);
  payerPays(rig, startedPayment, '1');
  expect(await rig.adapter.state(startedPayment.asked)).toMatchObject({ status: 'DECIDED', money: { amount: 1n } });
});

it('a charge is removed by a cancel, and cannot be paid then', async () => {
  const rig = await rigWith();
  const startedPayment = await created(rig);
  expect(describeState(await rig.adapter.cancel(startedPayment.asked))).toBe(
    'DECIDED CANCELLED REMOVIDA_PELO_USUARIO_RECEBEDOR',
  );
  expect(describeState(await rig.adapter.cancel(startedPayment.asked))).toBe(
    'DECIDED CANCELLED REMOVIDA_PELO_USUARIO_RECEBEDOR',
  );
  expect(chargeOf(rig, startedPayment).status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
});

it('a charge is reported as paid where the payer was faster than the cancel', async () => {
  const rig = await rigWith();
  const startedPayment = await created(rig);
  payerPays(rig, startedPayment);
  expect(describeState(await rig.adapter.cancel(startedPayment.asked))).toBe('DECIDED APPROVED CONCLUIDA');
});

it('the adapter reports late money where a removed charge is paid', async () => {
  const rig = await rigWith();
  const startedPayment = await created(rig);
  await rig.adapter.cancel(startedPayment.asked);
  payerPays(rig, startedPayment);
  expect(describeState(await rig.adapter.state(startedPayment.asked))).toBe('DECIDED APPROVED CONCLUIDA');
});

it('a charge has ended a minute after it expired, since clocks differ, though the PSP reports it as active', async () => {
  const rig = await rigWith();
  const startedPayment = await created(rig);
  rig.psp.change((work) => expire(work, chargeOf(rig, startedPayment), 30_000));
  expect(describeState(await rig.adapter.state(startedPayment.asked))).toBe('OPEN');
  rig.psp.change((work) => expire(work, chargeOf(rig, startedPayment), 61_000));
  expect(describeState(await rig.adapter.state(startedPayment.asked))).toBe('DECIDED ABORTED EXPIRADA');
});

it('a charge has ended where the PSP closed it', async () => {
  const rig = await rigWith();
  const startedPayment = await created(rig);
  rig.psp.change((work) => removeByPsp(work, chargeOf(rig, startedPayment)));
  expect(describeState(await rig.adapter.state(startedPayment.asked))).toBe('DECIDED ABORTED REMOVIDA_PELO_PSP');
});

it('a charge is unknown to every call, where the PSP never received it', async () => {
  const rig = await rigWith();
  const asked = askedAbout(paymentFor(rig.account));
  for (const call of ['state', 'confirm', 'cancel'] as const) {
    expect(await rig.adapter[call](asked)).toEqual({ status: 'UNKNOWN_PAYMENT' });
  }
});

it('a charge is refused without a call for another currency, for zero, or for more digits than Pix has', async () => {
  const rig = await rigWith();
  const eur = paymentFor(rig.account, { currency: { ...paymentFor(rig.account).currency, code: 'EUR' } });
  expect(await rig.adapter.create(eur)).toMatchObject({ status: 'REFUSED', reply: { code: 'CURRENCY_NOT_SUPPORTED' } });
  for (const amount of [0n, 1_000_000_000_000n]) {
    const outcome = await rig.adapter.create(paymentFor(rig.account, { amount }));
    expect(outcome).toMatchObject({ status: 'REFUSED', reply: { code: 'AMOUNT_NOT_SUPPORTED' } });
  }
  expect(await rig.adapter.create(paymentFor(rig.account, { amount: 999_999_999_999n }))).toMatchObject({
    status: 'CREATED',
  });
  expect(rig.psp.ledger.charges.all()).toHaveLength(1);
});

it('a charge is refunded in parts, each once, pending until the PSP has returned it', async () => {
  const rig = await rigWith();
  rig.psp.refundMs = 3_600_000;
  const made = await paid(rig);
  const first = refundOf(made, 500n);
  const pending = { status: 'REPLIED', reply: { gatewayCode: 'PENDING', code: 'EM_PROCESSAMENTO' } };
  expect(await rig.adapter.move(first)).toMatchObject(pending);
  expect(await rig.adapter.move(first)).toMatchObject(pending);
  rig.psp.setAhead(3_600_001);
  const done = { status: 'REPLIED', reply: { gatewayCode: 'APPROVED', code: 'DEVOLVIDO' } };
  expect(await rig.adapter.move(first)).toMatchObject(done);
  rig.psp.setFault({ mode: 'KNOWN_ID', operation: 'refund.put' });
  expect(await rig.another().move(first)).toMatchObject(done);
  expect(await rig.adapter.move(refundOf(made, 750n, `${made.payment.reference}-2`))).toMatchObject(pending);
  expect(await rig.adapter.move(refundOf(made, 1n, `${made.payment.reference}-3`))).toMatchObject({
    reply: { gatewayCode: 'DECLINED', code: 'PixDevolucaoInvalida' },
  });
  expect(entriesOf(rig)).toEqual(['PAYMENT 12.50 CONCLUIDA', 'REFUND 5.00 DEVOLVIDO', 'REFUND 7.50 EM_PROCESSAMENTO']);
});

it('the adapter reports the reason for a failed refund, and allows a retry under another name', async () => {
  const rig = await rigWith();
  rig.psp.refundMs = 0;
  const made = await paid(rig);
  rig.psp.setFault({ mode: 'REFUND_FAILS', count: 1 });
  await rig.adapter.move(refundOf(made, 1_250n));
  expect(await rig.adapter.move(refundOf(made, 1_250n))).toMatchObject({
    reply: { gatewayCode: 'DECLINED', code: 'NAO_REALIZADO', message: 'Account closed' },
  });
  await rig.adapter.move(refundOf(made, 1_250n, `${made.payment.reference}-2`));
  expect(entriesOf(rig)).toContain('REFUND 12.50 DEVOLVIDO');
});

it('the adapter refunds late money by the charge alone, whose number in Pix is not stored', async () => {
  const rig = await rigWith();
  const startedPayment = await created(rig);
  await rig.adapter.cancel(startedPayment.asked);
  payerPays(rig, startedPayment);
  const reply = await rig.adapter.move(refundOf(startedPayment, 1_250n, `${startedPayment.payment.reference}-late`));
  expect(reply).toMatchObject({ status: 'REPLIED', reply: { code: 'EM_PROCESSAMENTO' } });
  expect(entriesOf(rig)).toHaveLength(2);
});

it('the adapter refunds no unpaid payment, and voids none', async () => {
  const rig = await rigWith();
  const startedPayment = await created(rig);
  expect(await rig.adapter.move(refundOf(startedPayment, 1n))).toEqual({ status: 'NO_ANSWER' });
  const made = await paid(rig);
  expect(await rig.adapter.move({ ...refundOf(made, 1_250n), kind: 'VOID' })).toMatchObject({
    reply: { gatewayCode: 'NOT_SUPPORTED' },
  });
  expect(entriesOf(rig)).toEqual(['PAYMENT 12.50 ATIVA', 'PAYMENT 12.50 CONCLUIDA']);
});

it('the adapter validates every message of a payment and its refund against the description', async () => {
  const rig = await rigWith();
  const made = await paid(rig);
  // Asked and answered for the charge, its address and the question; and what was called back.
  expect(rig.psp.validator.judged).toBe(9);
  await rig.adapter.move(refundOf(made, 100n));
  // The refund, asked for and answered; and what is called back when it is made, which may be later.
  await expect.poll(() => rig.psp.validator.judged).toBe(12);
});
