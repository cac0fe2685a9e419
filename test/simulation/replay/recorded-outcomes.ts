/** The results of a bundle, by which the acquirer, the provider and the bank of the simulated world decide. */

import type { BundleContents } from '../../../src/cli/record/bundle.ts';
import { NotReplayable } from '../../../src/cli/replay/means.ts';
import type { Planned } from '../../../src/cli/replay/plan.ts';
import type { GatewayCode } from '../../../src/contract/gateway-codes.ts';
import type { AuthenticationResult } from '../../../src/core/ports/index.ts';
import type { AcquirerDecision, OutcomeSubject, Outcomes, ProviderDecision } from '../outcomes.ts';

/** The time until late money comes, if the bundle does not have it. */
const LATE_MS = 60_000;
/** A decision that takes longer would come after the phase with faults. */
const HURRIED_MS_MAX = 20_000;

/** The replayed id of the transaction at a place. */
export function idOfPlace(place: number): string {
  return `R${place}`;
}

function placeOfId(id: string | undefined): number | undefined {
  const [, digits] = /^R(\d+)$/.exec(id ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export class RecordedOutcomes implements Outcomes {
  readonly #bundle: BundleContents;
  readonly #isHurried: boolean;
  readonly #balances = new Map<string, bigint>();
  #next: Planned | undefined;
  #authentication: AuthenticationResult | undefined;

  /** @param isHurried later results come sooner than they were recorded */
  constructor(bundle: BundleContents, isHurried: boolean) {
    this.#bundle = bundle;
    this.#isHurried = isHurried;
  }

  /** The transaction that is made next. @throws NotReplayable */
  begin(planned: Planned): void {
    const { transaction, wasPending } = planned;
    const code = transaction.answer?.gatewayCode;
    if (wasPending && transaction.instrument.type !== 'BROWSER_PAYMENT' && !isSimpleEnd(code)) {
      throw new NotReplayable(`the simulated acquirer ends no open payment with ${code}`);
    }
    this.#next = planned;
  }

  issueGiftCard(number: string, balance: bigint): void {
    this.#balances.set(number, balance);
  }

  /** The result of the authentication that is initiated next. */
  beginAuthentication(result: AuthenticationResult): void {
    this.#authentication = result;
  }

  balanceOf(giftCard: string): bigint | undefined {
    return this.#balances.get(giftCard);
  }

  ofAuthentication(): AuthenticationResult {
    return this.#authentication!;
  }

  atAcquirer({ transactionId }: OutcomeSubject): AcquirerDecision | undefined {
    const transaction = this.#transaction(transactionId);
    if (transaction?.answer === undefined) {
      return undefined;
    }
    const { part, at, changedAt, answer } = transaction;
    const { gatewayCode: code, result, acquirerCode } = answer;
    if (part === 'HOLD') {
      // Its recorded result is that of the rest, or of the payer who took the gift card off.
      return { code: 'APPROVED' };
    }
    if (isOpen(code)) {
      return { code, opens: { afterMs: Number.POSITIVE_INFINITY, as: 'APPROVED' } };
    }
    if (this.#isOpenFirst(transactionId)) {
      const as = result === 'SUCCESS' ? 'APPROVED' : 'DECLINED';
      return { code: 'PENDING', opens: { afterMs: this.#after(changedAt - at), as } };
    }
    return { code, isSilent: code === 'TIMED_OUT' && acquirerCode === undefined };
  }

  atProvider(): ProviderDecision | undefined {
    if (this.#next === undefined) {
      return undefined;
    }
    const { place, transaction, wasPending } = this.#next;
    const { at, changedAt, answer } = transaction;
    const recordedMs = this.#after(changedAt - at);
    if (this.#bundle.latePayments.some((late) => late.transaction === place)) {
      return { code: 'DECLINED', afterMs: recordedMs, lateMs: this.#lateMs(place, changedAt) };
    }
    const isUndecided = answer === undefined || answer.result === 'PENDING' || answer.gatewayCode === 'TIMED_OUT';
    return { code: isUndecided ? undefined : answer.gatewayCode, afterMs: wasPending ? recordedMs : 0 };
  }

  movementAtProvider({ transactionId }: OutcomeSubject): GatewayCode {
    const isGivenBack = this.#bundle.latePayments.some(({ state }) => state === 'REFUNDED');
    return this.#transaction(transactionId)?.answer?.gatewayCode ?? (isGivenBack ? 'APPROVED' : 'DECLINED');
  }

  #transaction(id: string | undefined) {
    return this.#bundle.transactions[(placeOfId(id) ?? 0) - 1];
  }

  #isOpenFirst(id: string | undefined): boolean {
    return this.#next?.wasPending === true && this.#next.place === placeOfId(id);
  }

  #lateMs(place: number, decidedAt: number): number {
    const event = this.#bundle.providerEvents.find(
      ({ kind, transaction }) => kind === 'LATE_SUCCESS' && transaction === place,
    );
    return this.#after(event === undefined ? LATE_MS : Math.max(1, event.at - decidedAt));
  }

  #after(ms: number): number {
    return this.#isHurried ? Math.min(ms, HURRIED_MS_MAX) : ms;
  }
}

function isOpen(code: GatewayCode): boolean {
  return code === 'PENDING' || code === 'UNKNOWN';
}

/** The results that the simulated acquirer gives an open payment. */
function isSimpleEnd(code: GatewayCode | undefined): boolean {
  return code === undefined || code === 'APPROVED' || code === 'DECLINED' || isOpen(code);
}
