/** Refunds that wait for approval, payments that risk rules hold, and a person's decisions on them. */
import { resultOf } from '../contract/gateway-codes.ts';
import { type Merchant, waitsForReview } from '../core/index.ts';
import type { Clock, FollowUp, Orders, RefundDecision, StoredTransaction } from '../core/ports/index.ts';
import type { RiskReview } from '../core/risk/index.ts';
import type { SignedIn } from './access.ts';
import { recordedAct, recorderOf } from './acts.ts';
import type { ConsoleAudit } from './audit.ts';

/** The gateway carries a stored decision out within a second. */
export interface Approvals {
  waitingRefundsOf(merchantKey: number, limit: number): Promise<readonly FollowUp[]>;
  waitingReviewsOf(merchantKey: number, limit: number): Promise<readonly FollowUp[]>;
  /** @returns false if it was decided before */
  decideRefund(key: number, decision: RefundDecision['decision'], by: string, at: number): Promise<boolean>;
  /** @returns false if it was decided before */
  decideReview(key: number, review: RiskReview): Promise<boolean>;
}

export interface WaitingDependencies {
  readonly approvals: Approvals;
  readonly orders: Orders;
  readonly clock: Clock;
  readonly audit: ConsoleAudit;
}

/** Open requests of a merchant that are read: people decide on each of them. */
const READ_MAX = 10_000;

/** The limit of `response.risk.review.userId`. */
const USER_CHARACTERS_MAX = 40;

export type WaitingKind = 'PAYMENT' | 'REFUND';

export interface Waiting extends Pick<FollowUp, 'order' | 'transaction'> {
  readonly kind: WaitingKind;
}

/** All of a merchant, the oldest first. */
export async function waitingAt(
  { approvals }: Pick<WaitingDependencies, 'approvals'>,
  { key }: Merchant,
): Promise<readonly Waiting[]> {
  const [refunds, reviews] = await Promise.all([
    approvals.waitingRefundsOf(key, READ_MAX),
    approvals.waitingReviewsOf(key, READ_MAX),
  ]);
  return [...refunds, ...reviews]
    .flatMap(waitingOf)
    .sort((one, other) => one.transaction.createdAt - other.transaction.createdAt);
}

/** @returns none for a transaction that does not wait for a decision */
export function waitingOf({ order, transaction }: Omit<Waiting, 'kind'>): readonly Waiting[] {
  const kind = waitingKind(transaction);
  return kind === undefined ? [] : [{ kind, order, transaction }];
}

/** A refund request without an outcome does not wait: its gateway process has died. */
function waitingKind(transaction: StoredTransaction): WaitingKind | undefined {
  const { request, outcome } = transaction;
  if (request.type === 'REFUND_REQUEST') {
    return outcome !== undefined && resultOf(outcome.gatewayCode) === 'PENDING' ? 'REFUND' : undefined;
  }
  return waitsForReview(transaction) ? 'PAYMENT' : undefined;
}

/** Nobody approves, or rejects, a refund that they have asked for. */
export function isOwn({ person }: SignedIn, { request }: Pick<StoredTransaction, 'request'>): boolean {
  return request.type === 'REFUND_REQUEST' && request.details.userId?.toLowerCase() === person.email;
}

export interface Decision {
  readonly merchant: Merchant;
  readonly orderId: string;
  readonly transactionId: string;
  readonly isApproved: boolean;
}

/** GONE: it does not wait, or another person was first. OWN: another person must decide. */
export type DecisionResult = 'DECIDED' | 'FAILED' | 'GONE' | 'OWN';

/** @throws AuditError if the decision cannot be recorded; it is not stored then */
export async function decide(
  dependencies: WaitingDependencies,
  signedIn: SignedIn,
  { merchant, orderId, transactionId, isApproved }: Decision,
): Promise<DecisionResult> {
  const { orders } = dependencies;
  const order = await orders.find(merchant.key, orderId);
  const transaction = order && (await orders.transaction(order.key, transactionId));
  const kind = transaction && waitingKind(transaction);
  if (transaction === undefined || kind === undefined) {
    return 'GONE';
  }
  const record = recorderOf(dependencies, signedIn.person, {
    action: kind === 'REFUND' ? 'console refund decided' : 'console review decided',
    merchantId: merchant.id,
    orderKey: order?.key,
    subject: { decision: isApproved ? 'APPROVED' : 'REJECTED', order: orderId, transaction: transactionId },
  });
  if (isOwn(signedIn, transaction)) {
    await record({ state: 'REFUSED', why: 'The person has asked for this refund.' });
    return 'OWN';
  }
  const isFirst = await recordedAct(
    record,
    () => store(dependencies, signedIn, transaction, kind, isApproved),
    (isDecided) => (isDecided ? { state: 'DONE' } : { state: 'REFUSED', why: 'Another person has decided.' }),
  );
  return isFirst === 'FAILED' ? 'FAILED' : isFirst ? 'DECIDED' : 'GONE';
}

function store(
  { approvals, clock }: WaitingDependencies,
  { person: { email } }: SignedIn,
  { key }: StoredTransaction,
  kind: WaitingKind,
  isApproved: boolean,
): Promise<boolean> {
  const decidedAt = clock.now();
  if (kind === 'REFUND') {
    return approvals.decideRefund(key, isApproved ? 'APPROVED' : 'REJECTED', email, decidedAt);
  }
  const userId = email.slice(0, USER_CHARACTERS_MAX);
  return approvals.decideReview(key, { decision: isApproved ? 'ACCEPTED' : 'REJECTED', userId, decidedAt });
}
