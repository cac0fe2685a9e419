/** The ids of an attempt that waits for the payer's bank, and the status that follows from it. */
import { expect, it } from 'vitest';
import { authenticationId, type PendingAuthentication } from '../../../src/checkout/session/pending-authentication.ts';
import { checkoutState } from '../../../src/checkout/status/state.ts';
import type { GatewayCode } from '../../../src/contract/gateway-codes.ts';
import { type AttemptResult, checkoutSession, NOW, orderWith } from '../sessions.ts';

const authentication: PendingAuthentication = {
  attempt: '1',
  transactionId: '3DS-1',
  version: 'aaaaaaaa02',
  device: {},
  page: { shopName: 'Harbour Lane Books' },
};
const DUE = { order: { amount: '10.00', currency: 'EUR' } };
const stateWith = (attempts: readonly AttemptResult[], more: object = {}) =>
  checkoutState(checkoutSession({ authentication }, DUE, more), orderWith(attempts, null), NOW);
/** After an attempt that was not sent to the acquirer. */
const unsent = (code: GatewayCode) => {
  const order = orderWith([ended(code)]);
  const movements = order.state.movements.map((movement) => ({ ...movement, notSent: true as const }));
  return checkoutState(checkoutSession({}, DUE), { ...order, state: { ...order.state, movements } }, NOW);
};
/** After attempts that the payer cancelled at the challenge. */
const cancelled = (times: number) => {
  const order = orderWith(
    Array.from({ length: times }, (_, index) => ({ id: `${index + 1}`, code: 'AUTHENTICATION_FAILED' as const })),
  );
  const movements = order.state.movements.map(
    (movement) => ({ ...movement, notSent: true, isCancelled: true }) as const,
  );
  return checkoutState(checkoutSession({}, DUE), { ...order, state: { ...order.state, movements } }, NOW);
};
const ended = (code: GatewayCode): AttemptResult => ({ id: '1', code });

it('the authentication id is that of its payment, with a number for a further one', () => {
  expect(authenticationId('1')).toBe('3DS-1');
  expect(authenticationId('2', ['3DS-1', '3DS-2', '3DS-2-2'])).toBe('3DS-2-3');
});

it('the checkout waits for the bank until the payment exists', () => {
  expect(stateWith([])).toEqual({ kind: 'authenticating', pending: authentication });
  expect(stateWith([ended('APPROVED')])).toMatchObject({ kind: 'paid' });
  expect(stateWith([ended('DECLINED')])).toMatchObject({ kind: 'pay', attempt: '2' });
});

it('the checkout does not wait once the session has ended', () => {
  expect(stateWith([], { expiresAt: NOW })).toMatchObject({ kind: 'expired' });
});

it('a failed authentication counts as an attempt, though no payment was sent', () => {
  expect(unsent('AUTHENTICATION_FAILED')).toMatchObject({ attemptsLeft: 2 });
  expect(unsent('BLOCKED')).toMatchObject({ attemptsLeft: 3 });
});

it('a payer who cancels the challenge loses no attempt, until there are too many cancels', () => {
  expect(cancelled(1)).toMatchObject({ kind: 'pay', attemptsLeft: 3, isFree: true });
  expect(cancelled(5)).toMatchObject({ kind: 'pay', attemptsLeft: 3 });
  expect(cancelled(6)).toMatchObject({ kind: 'pay', attemptsLeft: 2 });
});

it('a payment attempt never uses the id of an authentication', () => {
  const order = orderWith([]);
  const taken = { ...order, state: { ...order.state, authentications: ['1'] } };
  expect(checkoutState(checkoutSession({}, DUE), taken, NOW)).toMatchObject({ kind: 'pay', attempt: '2' });
});
