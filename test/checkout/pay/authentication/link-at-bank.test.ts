/** A payment link that waits for the bank: its address shows this before any other state. */
import { expect, it } from 'vitest';
import { advanceAuthentication } from '../../../../src/checkout/pay/authentication/advance.ts';
import { sessionOf } from '../../../../src/checkout/pay/authentication/after-authentication.ts';
import type { CheckoutSession } from '../../../../src/checkout/session/session.ts';
import type { PayerDependencies } from '../../../../src/checkout/status/checkout-status.ts';
import { currentStatus, storedSession } from '../../../../src/checkout/status/payment-link.ts';
import { MINUTE_MS } from '../../../../src/contract/durations.ts';
import { OUTCOMES, type Rig } from '../../../core/payer-authentication/rig.ts';
import { answered } from '../../../core/world.ts';
import { checkoutSession } from '../../sessions.ts';
import { bankAgrees, collected, patientRig, payerProcess } from './payer-processes.ts';

/** Ends in twenty minutes. @returns its id */
async function newLink(made: Rig, { sessionService, gateway }: PayerDependencies): Promise<string> {
  const { checkout } = checkoutSession({ mode: 'PAYMENT_LINK' });
  const paymentLink = { expiryDateTime: new Date(gateway.clock.now() + 20 * MINUTE_MS).toISOString() };
  const values = { order: { id: made.orderId, amount: '12.00', currency: 'EUR' }, paymentLink };
  return (await sessionService.create(made.merchant.key, { values, checkout })).id;
}

/** The payer opens the page at this address and sends a card with decoupled authentication. */
async function send(by: PayerDependencies, address: string, attempt = '1'): Promise<CheckoutSession> {
  const found = await currentStatus(by, address);
  const stored = await storedSession(by, found!.session);
  const session = await collected(by.sessionService, stored, OUTCOMES.DECOUPLED, attempt);
  await advanceAuthentication(by, session);
  return session;
}

const kindAt = async (by: PayerDependencies, address: string) => (await currentStatus(by, address))?.state.kind;

it('a link shows the wait also where the payer returned to another process and sent a second card there', async () => {
  const made = await patientRig();
  const [one, other] = [payerProcess(made), payerProcess(made)];
  const link = await newLink(made, one);
  made.acquirer.says = () => answered({ gatewayCode: 'DECLINED', acquirerCode: '05' });
  await send(one, link);
  await bankAgrees(made);
  const authentication = await made.stored('3DS-1');
  const home = await sessionOf(other, { authentication });
  await advanceAuthentication(other, home!);
  await send(other, home!.id, '2');
  expect(await kindAt(one, link)).toBe('authenticating');
  made.pass(21 * MINUTE_MS);
  expect(await kindAt(one, link)).toBe('authenticating');
});

it('a link shows the wait also where its merchant was disabled meanwhile', async () => {
  const made = await patientRig();
  const one = payerProcess(made);
  const link = await newLink(made, one);
  const session = await send(one, link);
  const closed: PayerDependencies = { ...one, merchantByKey: async () => ({ ...made.merchant, isDisabled: true }) };
  expect(await kindAt(closed, link)).toBe('authenticating');
  await bankAgrees(made);
  await advanceAuthentication(closed, session);
  expect(await kindAt(closed, link)).toBe('paid');
});
