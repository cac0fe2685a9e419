/** The helpers for checking one promise: adapters, connections to the simulator, payments and their ledger entries. */
import { setTimeout as pause } from 'node:timers/promises';
import type {
  CreateOutcome,
  NewProviderPayment,
  PaymentChoice,
  Provider,
  ProviderAccount,
  ProviderMovement,
  ProviderMovementKind,
  ProviderPayment,
  StateOutcome,
} from '../../../core/ports/index.ts';
import type { LedgerEntry, PayerAct, StandInPayment } from '../stand-in.ts';
import { BrokenPromise } from './broken-promise.ts';
import type { LineFault } from './faults.ts';
import { Line } from './line.ts';
import { accountOf, askedAbout, chosenPayment, newPayment, newTrialReference } from './new-payment.ts';
import {
  describeEntries,
  describeOutcome,
  isSuccess,
  joinLines,
  mayStillChange,
  type PortOutcome,
  providerReferenceOf,
  untruth,
} from './outcomes.ts';
import { CONFORMANCE_MERCHANT, type Subject } from './subject.ts';
import type { Watch } from './watch.ts';

/** The time within which a result must become visible. The simulator runs on the same machine. */
const DECIDED_MS_MAX = 5_000;
const POLL_MS = 10;

/** A started payment. */
export interface StartedPayment {
  readonly payment: NewProviderPayment;
  /** The payment in the form of the simulator. */
  readonly page: StandInPayment;
  /** The payment in the form of the adapter's later calls. */
  readonly providerPayment: ProviderPayment;
  /** The provider's number that the next movement refers to. */
  readonly restsOn?: string;
}

export class Trial {
  readonly subject: Subject;
  readonly #watch: Watch;
  readonly #lines: Line[] = [];
  #healthy: Promise<Provider> | undefined;
  #isOver = false;

  constructor(subject: Subject, watch: Watch) {
    this.subject = subject;
    this.#watch = watch;
  }

  /** The trial's adapter, on a connection without faults. */
  adapter(): Promise<Provider> {
    this.#healthy ??= this.anotherAdapter();
    return this.#healthy;
  }

  /** A new adapter, as in another process, on its own connection. */
  async anotherAdapter(): Promise<Provider> {
    return this.#opened(await this.#newLine());
  }

  /** A new adapter on a connection that applies the fault to the request with this number, or to all. */
  async adapterWithFault(
    fault: LineFault,
    at: number | 'ALL',
  ): Promise<{ readonly adapter: Provider; readonly line: Line }> {
    const line = await this.#newLine();
    line.spoil(fault, at);
    return { adapter: this.#opened(line), line };
  }

  /** A new adapter on a connection that counts its requests. */
  async countingAdapter(): Promise<{ readonly adapter: Provider; readonly line: Line }> {
    const line = await this.#newLine();
    return { adapter: this.#opened(line), line };
  }

  /** A new adapter of a provider that cannot be reached. */
  async unreachable(): Promise<Provider> {
    const line = await this.#newLine();
    await line.close();
    return this.#opened(line);
  }

  account(merchantId = CONFORMANCE_MERCHANT): ProviderAccount {
    return accountOf(this.subject, merchantId);
  }

  /** A new payment of 12.00, not yet sent to the provider. */
  payment(given: Partial<NewProviderPayment> = {}): NewProviderPayment {
    return { ...newPayment(this.subject), ...given };
  }

  /** Starts the payment at the provider, after the payer's choice if there is one. */
  async begin(payment: NewProviderPayment): Promise<CreateOutcome> {
    const adapter = await this.adapter();
    const { choice } = this.subject;
    if (choice === undefined) {
      return adapter.create(payment);
    }
    const outcome = await this.choiceOf(adapter).begin(chosenPayment(payment, choice));
    return outcome.status === 'BEGUN' ? { pageUrl: payment.choiceUrl, ...outcome, status: 'CREATED' } : outcome;
  }

  /** @throws BrokenPromise if the adapter has no choice */
  choiceOf({ choice }: Provider): PaymentChoice {
    if (choice === undefined) {
      throw new BrokenPromise('it has no choice, and its stand-in says with whom payers pay');
    }
    return choice;
  }

  /** @throws BrokenPromise if the payment is not started, or the provider does not contact the payer */
  async startPayment(given: Partial<NewProviderPayment> = {}): Promise<StartedPayment> {
    const payment = this.payment(given);
    const outcome = await this.begin(payment);
    if (outcome.status !== 'CREATED') {
      throw new BrokenPromise(`it was not begun, but ${describeOutcome(outcome)}, where nothing stood in the way`);
    }
    const { reference, orderId: order } = payment;
    const { pageUrl } = outcome;
    const providerReference = providerReferenceOf(outcome);
    await this.#askPayer(payment, pageUrl, providerReference);
    return {
      payment,
      page: { order, reference, pageUrl, providerReference },
      providerPayment: askedAbout(payment, providerReference),
    };
  }

  /** If the provider has no page for the payer, makes the provider contact the payer. */
  async #askPayer(payment: NewProviderPayment, pageUrl: string, providerReference: string): Promise<void> {
    const { choice } = this.subject;
    if (choice === undefined || pageUrl !== payment.choiceUrl) {
      return;
    }
    const asked = await this.choiceOf(await this.adapter()).ask(chosenPayment(payment, choice, providerReference));
    if (asked.status !== 'ASKED') {
      throw new BrokenPromise(`ask gave ${describeOutcome(asked)} where nothing stood in the way`);
    }
  }

  /**
   * Acts as the payer, and makes a delayed result available at once.
   *
   * @returns the address to which the payer is redirected
   */
  async pay(act: PayerAct, { page }: StartedPayment, reason?: string): Promise<string | undefined> {
    const sentTo = await this.subject.standIn.pay(act, page, reason);
    await this.subject.standIn.settle?.(page);
    return sentTo;
  }

  /**
   * Queries the state once, as the gateway does: it confirms an agreement if the gateway has to complete the payment.
   */
  async queryState({ providerPayment: asked, payment }: StartedPayment, adapter?: Provider): Promise<StateOutcome> {
    const provider = adapter ?? (await this.adapter());
    const state = await provider.state(asked);
    const isOurs = this.subject.facts.completedBy === 'GATEWAY' && payment.confirmation === 'CONFIRM_AT_PROVIDER';
    return state.status === 'AGREED' && isOurs ? provider.confirm(asked) : state;
  }

  /**
   * Queries until the status is one of these. @throws BrokenPromise if the status is another one after the time limit
   */
  async becomes(startedPayment: StartedPayment, ...statuses: StateOutcome['status'][]): Promise<StateOutcome> {
    const until = performance.now() + DECIDED_MS_MAX;
    for (;;) {
      const state = await this.queryState(startedPayment);
      if (statuses.includes(state.status)) {
        return state;
      }
      if (performance.now() > until) {
        throw new BrokenPromise(
          `the status stayed ${describeOutcome(state)}, and did not become ${statuses.join(' or ')}`,
        );
      }
      await this.#settled(startedPayment);
    }
  }

  /** Repeats the call as long as the outcome may still change. @returns the last outcome */
  async untilDecided<Given extends PortOutcome>(
    first: Given,
    again: () => Promise<Given>,
    startedPayment?: StartedPayment,
  ): Promise<Given> {
    const until = performance.now() + DECIDED_MS_MAX;
    let outcome = first;
    while (mayStillChange(outcome) && performance.now() < until) {
      await this.#settled(startedPayment);
      outcome = await again();
    }
    return outcome;
  }

  async #settled(startedPayment?: StartedPayment): Promise<void> {
    if (startedPayment !== undefined) {
      await this.subject.standIn.settle?.(startedPayment.page);
    }
    await pause(POLL_MS);
  }

  /**
   * Makes a payment: the payer agrees, and where required the merchant or the gateway confirms. @throws BrokenPromise
   * if the payment is not made
   */
  async makePayment(given: Partial<NewProviderPayment> = {}): Promise<StartedPayment> {
    const startedPayment = await this.startPayment(given);
    await this.pay('AGREE', startedPayment);
    return this.completePayment(startedPayment);
  }

  /** Completes a payment that the payer has agreed to. @throws BrokenPromise if the payment is not made */
  async completePayment(startedPayment: StartedPayment): Promise<StartedPayment> {
    const state = await this.becomes(startedPayment, 'AGREED', 'DECIDED');
    if (state.status === 'AGREED') {
      await (await this.adapter()).confirm(startedPayment.providerPayment);
    }
    const last = await this.becomes(startedPayment, 'DECIDED');
    await this.holdsTrue(startedPayment, last);
    if (last.status !== 'DECIDED' || !isSuccess(last.reply)) {
      throw new BrokenPromise(`what the payer agreed to became ${describeOutcome(last)}, and no payment`);
    }
    const { providerReference: restsOn } = last.reply;
    return { ...startedPayment, ...(restsOn !== undefined && { restsOn }) };
  }

  movement(
    { providerPayment: asked, payment, restsOn }: StartedPayment,
    kind: ProviderMovementKind,
    amount: bigint,
  ): ProviderMovement {
    return {
      reference: newTrialReference(),
      payment: asked,
      orderId: payment.orderId,
      kind,
      amount,
      currency: payment.currency,
      ...(restsOn !== undefined && { restsOn }),
    };
  }

  ledger({ payment: { orderId, reference } }: Pick<StartedPayment, 'payment'>): Promise<readonly LedgerEntry[]> {
    return this.subject.standIn.ledger(orderId, reference);
  }

  /** @throws BrokenPromise if the ledger has other entries than these, regardless of their order */
  async expectLedger(startedPayment: Pick<StartedPayment, 'payment'>, expected: readonly string[]): Promise<void> {
    const found = describeEntries(await this.ledger(startedPayment));
    if (found.join() !== [...expected].sort().join()) {
      throw new BrokenPromise(`the provider's ledger has ${joinLines(found)}, and should have ${joinLines(expected)}`);
    }
  }

  /** @throws BrokenPromise if the status contradicts the ledger */
  async holdsTrue(startedPayment: Pick<StartedPayment, 'payment'>, outcome: StateOutcome): Promise<void> {
    const after = await this.ledger(startedPayment);
    const problem = untruth({ outcome, before: after, after, isCompletedHere: this.isCompletedHere });
    if (problem !== undefined) {
      throw new BrokenPromise(problem);
    }
  }

  get isCompletedHere(): boolean {
    return this.subject.facts.completedBy === 'GATEWAY';
  }

  /** Closes the connections, so that calls in flight fail. */
  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lines.map((line) => line.close()));
  }

  async #newLine(): Promise<Line> {
    const line = await Line.open(this.subject.standIn);
    if (this.#isOver) {
      await line.close();
      throw new Error('The trial is over.');
    }
    this.#lines.push(line);
    return line;
  }

  #opened(line: Line): Provider {
    const adapter = this.subject.open(this.subject.standIn.environment(line.origin));
    if (adapter === undefined) {
      throw new Error('open gives no adapter for the settings that its stand-in names');
    }
    return this.#watch.over(adapter);
  }
}
