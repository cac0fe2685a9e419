/** Outcomes of the port's calls: their names in the report, and their comparison with the provider's ledger. */
import { resultOf } from '../../../contract/gateway-codes.ts';
import { currencyOf, majorText } from '../../../contract/money.ts';
import type {
  AskOutcome,
  BeginOutcome,
  CreateOutcome,
  MovementOutcome,
  ProviderReply,
  StateOutcome,
} from '../../../core/ports/index.ts';
import type { LedgerEntry } from '../stand-in.ts';
import { BrokenPromise } from './broken-promise.ts';

export type PortOutcome = AskOutcome | BeginOutcome | CreateOutcome | MovementOutcome | StateOutcome;

/** The outcome in the report: `DECIDED APPROVED`, `NOT_SENT`. */
export function describeOutcome(outcome: PortOutcome): string {
  return 'reply' in outcome ? `${outcome.status} ${outcome.reply.gatewayCode}` : outcome.status;
}

export function isSuccess({ gatewayCode }: ProviderReply): boolean {
  return resultOf(gatewayCode) === 'SUCCESS';
}

export function isFailure({ gatewayCode }: ProviderReply): boolean {
  return resultOf(gatewayCode) === 'FAILURE';
}

/** True if the outcome may still become a success or a failure. */
export function mayStillChange(outcome: PortOutcome): boolean {
  return (
    outcome.status === 'WAITING' ||
    (outcome.status === 'REPLIED' && !isSuccess(outcome.reply) && !isFailure(outcome.reply))
  );
}

/** The entries as texts, such as `PAYMENT 12.00 EUR MADE`, sorted so that two ledgers can be compared. */
export function describeEntries(entries: readonly LedgerEntry[]): readonly string[] {
  return entries.map(describeEntry).sort();
}

function describeEntry({ kind, amount, currency, state }: LedgerEntry): string {
  const known = currencyOf(currency);
  return `${kind} ${known === undefined ? amount : majorText(amount, known)} ${currency} ${state}`;
}

export function joinLines(lines: readonly string[]): string {
  return lines.length === 0 ? 'nothing' : lines.join(', ');
}

export interface LedgerComparison {
  readonly outcome: PortOutcome;
  readonly before: readonly LedgerEntry[];
  readonly after: readonly LedgerEntry[];
  /** The expected entry, for a movement. */
  readonly movement?: Pick<LedgerEntry, 'amount' | 'kind'>;
  /**
   * True if the provider executes a payment only at the gateway's request, so that an agreed payment is not executed by
   * itself.
   */
  readonly isCompletedHere: boolean;
}

/** @returns the contradiction between outcome and ledger; undefined if they agree */
export function untruth(held: LedgerComparison): string | undefined {
  const { outcome, before, after } = held;
  const books = describeEntries(after);
  const isWrong = isUntrue(held);
  if (!isWrong) {
    return undefined;
  }
  const was = describeEntries(before);
  const change =
    was.join() === books.join() ? joinLines(books) : `${joinLines(books)}, and had ${joinLines(was)} before`;
  return `it gave ${describeOutcome(outcome)}, and the provider's ledger has ${change}`;
}

function isUntrue({ outcome, before, after, movement, isCompletedHere }: LedgerComparison): boolean {
  const payments = after.filter(isPayment);
  const isMade = payments.some(({ state }) => state === 'MADE');
  const mayBeMade = isMade || (!isCompletedHere && payments.some(({ state }) => state === 'OPEN'));
  switch (outcome.status) {
    case 'BEGUN':
    case 'CREATED':
      return payments.length === 0;
    case 'REFUSED':
      return mayBeMade;
    case 'DECIDED':
      return (isSuccess(outcome.reply) && !isMade) || (isFailure(outcome.reply) && mayBeMade);
    case 'UNKNOWN_PAYMENT':
      return mayBeMade;
    case 'OPEN':
    case 'AGREED':
    case 'CHOOSE_AGAIN':
      return before.some((entry) => isPayment(entry) && entry.state === 'MADE');
    case 'REPLIED': {
      const isThere = after.some(({ kind, amount }) => kind === movement?.kind && amount === movement.amount);
      return (isSuccess(outcome.reply) && !isThere) || (isFailure(outcome.reply) && isThere);
    }
    case 'NOT_SENT':
      return describeEntries(before).join() !== describeEntries(after).join();
    default:
      return false;
  }
}

export function isPayment({ kind }: LedgerEntry): boolean {
  return kind === 'AUTHORIZATION' || kind === 'PAYMENT';
}

/**
 * The provider's own number of a started payment. It may be absent only before the payer's choice.
 *
 * @throws BrokenPromise if it is absent
 */
export function providerReferenceOf({ providerReference }: Extract<CreateOutcome, { status: 'CREATED' }>): string {
  if (providerReference === undefined) {
    throw new BrokenPromise("create gave no number of the provider's");
  }
  return providerReference;
}
