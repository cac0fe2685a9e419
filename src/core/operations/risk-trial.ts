/**
 * Tests rules on past payments before they take effect. Each payment is evaluated like a new one, from its stored data,
 * and its earlier attempts are those seen in this trial. Writes no data.
 */
import { resultOf } from '../../contract/gateway-codes.ts';
import { Secret } from '../../contract/secret.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { storedCurrency } from '../order/stored-currency.ts';
import { cardPlace, type SealedCard, type Sealer, type StoredTransaction } from '../ports/index.ts';
import { type Assessment, type RiskAttempt, type RiskPolicy, type RiskVerdict, VELOCITY_MAX } from '../risk/index.ts';
import { evaluateRisk, type RiskSources } from './evaluate-risk.ts';
import { newAttempts } from './risk-attempts.ts';

/** A subject takes a few hundred bytes. Beyond this limit, the attempts of the least recent subjects are dropped. */
const SUBJECTS_MAX = 500_000;

const EVALUATED_OPERATIONS: ReadonlySet<string> = new Set(['AUTHORIZE', 'PAY', 'REFERRAL', 'VERIFY']);

export interface TrialPayment extends Assessment {
  readonly orderId: string;
  readonly transactionId: string;
}

export interface TrialSources extends Pick<RiskSources, 'cardFacts'> {
  readonly sealer: Sealer;
  readonly sealedCard: (transactionKey: number) => Promise<SealedCard | null>;
}

export class RiskTrial {
  readonly #sources: TrialSources;
  readonly #merchant: Merchant;
  /** Attempts by subject. */
  readonly #attempts = new Map<string, RiskAttempt[]>();

  /** @param policy the rules to test, in place of the merchant's own; the operator's rules are not evaluated */
  constructor(sources: TrialSources, merchant: Merchant, policy: RiskPolicy) {
    this.#sources = sources;
    this.#merchant = { ...merchant, profile: { ...merchant.profile, risk: policy } };
  }

  /** @returns undefined for a payment that rules do not evaluate or that bypassed them, and if there are no rules */
  async evaluate(orderId: string, transaction: StoredTransaction): Promise<TrialPayment | undefined> {
    const { request, outcome, transactionId } = transaction;
    const card = EVALUATED_OPERATIONS.has(request.operation) ? await this.#sources.sealedCard(transaction.key) : null;
    if (card === null || outcome === undefined) {
      return undefined;
    }
    const { sealer, cardFacts } = this.#sources;
    const evaluated = await evaluateRisk(
      {
        sealer,
        cardFacts,
        clock: { now: () => transaction.createdAt },
        orders: { riskAttempts: async (subject, after) => this.#earlier(subject, after, transaction.createdAt) },
      },
      { merchant: this.#merchant, entryPoint: request.entryPoint },
      {
        number: new Secret(sealer.open(card.sealed, cardPlace(card.merchantKey, transaction))),
        isCard: request.instrument.type === 'CARD',
        values: request.details,
        currency: storedCurrency(request.currency),
        amount: request.part === undefined ? request.amount : outcome.order.amount,
        made: undefined,
      },
    );
    if (evaluated === undefined) {
      return undefined;
    }
    this.#count(evaluated.countedAs, transaction);
    const reply = resultOf(outcome.reply?.gatewayCode ?? 'DECLINED') === 'FAILURE' ? undefined : outcome.reply;
    const isBlocked = evaluated.before.verdict === 'REJECT';
    const { verdict, fired } = isBlocked || reply === undefined ? evaluated.before : evaluated.after(reply);
    return { orderId, transactionId, verdict, fired };
  }

  #earlier(subject: Uint8Array, after: number, before: number): RiskAttempt[] {
    const attempts = this.#attempts.get(Buffer.from(subject).toString('hex')) ?? [];
    return attempts.filter(({ at }) => at > after && at < before);
  }

  #count(subjects: readonly Uint8Array[], transaction: StoredTransaction): void {
    const isFailed = resultOf(transaction.outcome!.gatewayCode) === 'FAILURE';
    for (const { subject, ...attempt } of newAttempts({ orders: { newKey: () => 0 } }, subjects, transaction)) {
      const name = Buffer.from(subject).toString('hex');
      const attempts = this.#attempts.get(name) ?? [];
      // Moves the subject to the end, so that the least recent one is dropped first.
      this.#attempts.delete(name);
      this.#attempts.set(name, [...attempts, { ...attempt, isFailed }].slice(-VELOCITY_MAX));
      const [oldest] = this.#attempts.size > SUBJECTS_MAX ? this.#attempts.keys() : [];
      if (oldest !== undefined) {
        this.#attempts.delete(oldest);
      }
    }
  }
}

/** Counts the results of a trial. */
export class TrialCounts {
  readonly verdicts: Record<RiskVerdict, number> = { ACCEPT: 0, REVIEW: 0, REJECT: 0 };
  /** The number of payments for which each rule fired, and the first of their orders, by the rule's id. */
  readonly rules = new Map<string, { held: number; readonly examples: string[] }>();
  readonly #examplesMax: number;

  constructor(examplesMax: number) {
    this.#examplesMax = examplesMax;
  }

  add({ verdict, fired, orderId }: TrialPayment): void {
    this.verdicts[verdict] += 1;
    for (const { id } of fired) {
      const rule = this.rules.get(id) ?? { held: 0, examples: [] };
      rule.held += 1;
      if (rule.examples.length < this.#examplesMax) {
        rule.examples.push(orderId);
      }
      this.rules.set(id, rule);
    }
  }
}
