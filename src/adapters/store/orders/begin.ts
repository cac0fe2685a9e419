/** The first commit of an operation: its intent, durable before the message to the processor is sent. */
import type { Intent } from '../../../core/ports/index.ts';
import { useAuthentication } from '../authentications/statements.ts';
import { browserPaymentInsert } from '../browser-payments/writes.ts';
import { useDeviceToken } from '../device-tokens/statements.ts';
import { type UnitOfWork, type Write, write } from '../engine/engine.ts';
import { keepPlace } from '../links/statements.ts';
import { attemptInsert } from '../risk/writes.ts';
import { leaveCard } from '../transactions/card-statements.ts';
import { spendSession } from '../transactions/statements.ts';
import { orderInsert, orderLock, transactionInsert } from '../transactions/writes.ts';

/** @param owner the key of the process that owns the order's lock */
export function beginUnit(intent: Intent, owner: number): UnitOfWork {
  const { order, isNew, transaction, sealedCard, browserPayment, attempts = [] } = intent;
  const writes = [transactionInsert(transaction, sealedCard)];
  if (browserPayment !== undefined) {
    writes.push(browserPaymentInsert(transaction.key, browserPayment, order.updatedAt));
  }
  for (const attempt of attempts) {
    writes.push(attemptInsert(transaction.key, attempt));
  }
  if (!isNew && sealedCard !== null) {
    writes.push(write(leaveCard, { kind: 'CARD', key: order.key }));
  }
  return {
    guard: isNew ? orderInsert(order, owner) : orderLock(order, owner),
    furtherGuards: spendings(intent),
    writes,
  };
}

/**
 * Guards that erase the session's security code, use up the authentication and the wallet's token, and keep the place
 * of a link: of two payments that read the same one, only one may send it.
 */
function spendings({ order, spentSession, spentAuthentication, deviceToken, place, transaction }: Intent): Write[] {
  const guards: Write[] = [];
  if (spentSession !== undefined) {
    guards.push(write(spendSession, { key: spentSession, none: null }));
  }
  if (spentAuthentication !== undefined) {
    guards.push(write(useAuthentication, { key: spentAuthentication, usedBy: transaction.key }));
  }
  if (deviceToken !== undefined) {
    guards.push(write(useDeviceToken, { ...deviceToken, transactionKey: transaction.key }));
  }
  if (place !== undefined) {
    guards.push(write(keepPlace, { ...place, state: 'TAKEN', now: order.updatedAt }));
  }
  return guards;
}
