/** Orders, as the console reads them, and the acts on them, by the operations of the interface. */
import { withoutCardNumbers } from '../contract/card-data-mask.ts';
import type { GatewayCode } from '../contract/gateway-codes.ts';
import type { AnswerFields } from '../contract/write.ts';
import {
  capturable,
  effectiveMovements,
  type Merchant,
  openCaptures,
  openRefunds,
  refundable,
  refusal,
  targetRefusal,
  voidClosesAt,
  voidedAmount,
} from '../core/index.ts';
import type {
  OrderIndex,
  OrderPage,
  OrderPosition,
  Orders,
  PaymentTimeline,
  StoredOrder,
  StoredTransaction,
} from '../core/ports/index.ts';
import { type AccessibleMerchant, may, type SignedIn } from './access.ts';
import { type ActDependencies, carryOutRecorded, type FailedCall } from './acts.ts';
import type { RecordedEvent } from './audit.ts';
import type { ConsoleFile } from './files.ts';
import type { ConsoleNotifications } from './notifications.ts';
import type { Permission } from './roles.ts';
import type { BrowserCaller } from './sign-in.ts';

export interface OrderDependencies {
  readonly orders: Orders;
  readonly orderIndex: Pick<OrderIndex, 'age' | 'counters' | 'search'>;
  /**
   * Makes a file of all orders of a list, as the interface does.
   *
   * @param find reads at most so many orders after a position
   * @throws FilesBusy if too many files are being written
   */
  readonly orderFile: (
    merchant: Merchant,
    format: 'CSV' | 'JSON',
    find: (after: OrderPosition | undefined, limit: number) => Promise<OrderPage>,
  ) => Promise<ConsoleFile>;
  /** The events of a payment at a provider; undefined for another transaction. */
  readonly timelineOf: (transactionKey: number) => Promise<PaymentTimeline | undefined>;
  readonly notifications: ConsoleNotifications;
  /** The last 200 events of people's acts on an order, the oldest first. */
  readonly actsOn: (orderKey: number) => Promise<readonly RecordedEvent[]>;
  /** Meaning and advice of a gateway code. */
  readonly remedyOf: (code: GatewayCode) => { readonly meaning: string; readonly mend: string };
}

export type ActKind = 'capture' | 'refund' | 'void';

const ACTS = {
  capture: { operation: 'CAPTURE', permission: 'CAPTURE' },
  refund: { operation: 'REFUND', permission: 'REFUND' },
  void: { operation: 'VOID', permission: 'VOID' },
} as const satisfies Readonly<Record<ActKind, { readonly operation: string; readonly permission: Permission }>>;

/** An act that an order allows now. */
export interface PossibleAct {
  readonly kind: ActKind;
  /** Minor units: the most, or for a void the whole amount. */
  readonly amount: bigint;
  /** Minor units of the captures or refunds whose results are not known, and which the amount leaves out. */
  readonly open: bigint;
  /** The transaction that a void cancels. */
  readonly target?: { readonly transactionId: string; readonly type: string } | undefined;
}

export interface OrderWithTransactions {
  readonly order: StoredOrder;
  readonly transactions: readonly StoredTransaction[];
}

/** The acts that the order allows, by the rules of the interface, and the role at its merchant too. */
export function possibleActs(
  found: OrderWithTransactions,
  place: AccessibleMerchant,
  now: number,
): readonly PossibleAct[] {
  const { state } = found.order;
  const voided = voidableOf(found, place.merchant, now);
  const acts: readonly PossibleAct[] = [
    ...(refusal(state, 'CAPTURE') === undefined
      ? [{ kind: 'capture' as const, amount: capturable(state, 0), open: openCaptures(state) }]
      : []),
    ...(refusal(state, 'REFUND') === undefined
      ? [{ kind: 'refund' as const, amount: refundable(state), open: openRefunds(state) }]
      : []),
    ...(voided === undefined
      ? []
      : [{ kind: 'void' as const, amount: voidedAmount(state, voided), open: 0n, target: voided }]),
  ];
  return acts.filter(({ kind, amount }) => amount > 0n && may(place, ACTS[kind].permission));
}

/** The newest transaction that a void may cancel. */
function voidableOf({ order: { state }, transactions }: OrderWithTransactions, merchant: Merchant, now: number) {
  const isInTime = (id: string) =>
    transactions.some((one) => one.transactionId === id && now <= voidClosesAt(one, merchant));
  return effectiveMovements(state, 'AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'REFUND').findLast(
    (target) => targetRefusal(state, target) === undefined && isInTime(target.transactionId),
  );
}

export interface RequestedAct {
  readonly kind: ActKind;
  readonly merchant: Merchant;
  readonly orderId: string;
  readonly orderKey: number;
  /** From the form: a form that is sent twice has the same one. */
  readonly transactionId: string;
  /** As typed, in major units; for a void undefined. */
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
  /** The transaction that a void cancels. */
  readonly target?: string | undefined;
}

/**
 * DONE: there is a transaction, which may have been declined. LOCKED: another one of the order was under way, and
 * nothing was recorded. UNKNOWN: the gateway failed; a repeat with the same transaction id is safe.
 */
export type ActResult = FailedCall | { readonly kind: 'DONE' | 'LOCKED' };

/**
 * Records the act in the audit trail, carries it out, and records its end.
 *
 * @throws AuditError if it cannot be recorded; it is not carried out then
 */
export async function carryOut(
  dependencies: ActDependencies,
  { person }: SignedIn,
  act: RequestedAct,
  { address }: BrowserCaller,
): Promise<ActResult> {
  const { kind, merchant, orderId, orderKey, transactionId, amount, currency, target } = act;
  const { operation } = ACTS[kind];
  const body = {
    apiOperation: operation,
    transaction: { ...(kind === 'void' ? { targetTransactionId: target } : { amount, currency }) },
    userId: person.email,
  };
  const done = await carryOutRecorded(dependencies, person, {
    call: { operation, merchant, ids: { order: orderId, transaction: transactionId }, body, address },
    action: `console ${kind}`,
    orderKey,
    subject: { order: orderId, transaction: transactionId },
    asked: { amount: amount && withoutCardNumbers(amount), currency, target },
    result: (answer) => ({ code: codeIn(answer) }),
  });
  if (done.kind !== 'DONE') {
    return done;
  }
  return codeIn(done.answer) === 'LOCK_FAILURE' ? { kind: 'LOCKED' } : { kind: 'DONE' };
}

function codeIn({ response }: AnswerFields): GatewayCode {
  return (response as { readonly gatewayCode: GatewayCode }).gatewayCode;
}
