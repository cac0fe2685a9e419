/**
 * A replay in the simulated world: the merchant's calls and the payer's forms as the other histories make them. The
 * hosted page itself is not simulated, but its calls of the core are.
 */

import type { BundleAuthentication, BundleContents } from '../../../src/cli/record/bundle.ts';
import { giftBalance, NotReplayable } from '../../../src/cli/replay/means.ts';
import { isSubsequent, type Planned } from '../../../src/cli/replay/plan.ts';
import type { IdOfPlace, ReplayedNotification, ReplayedOrder, ReplayStage } from '../../../src/cli/replay/stage.ts';
import { resultOf } from '../../../src/contract/gateway-codes.ts';
import { type Currency, currencyOf, majorText, minorUnits } from '../../../src/contract/money.ts';
import { orderStatus } from '../../../src/core/order/order-status.ts';
import { heldParts } from '../../../src/core/order/parts.ts';
import type { StoredOrder } from '../../../src/core/ports/index.ts';
import { releaseHeld } from '../../../src/core/recovery/release-part.ts';
import { goToProvider, returnFrom } from '../at-provider.ts';
import { guarded } from '../callbacks.ts';
import { payByGiftCard } from '../gift-card-form.ts';
import type { NotificationBody } from '../notifications.ts';
import type { Stage } from '../payer.ts';
import { PROVIDER_IDS } from '../provider-link.ts';
import { ledgerStatusOf } from '../provider-server.ts';
import type { Wish } from '../requests.ts';
import { initiateRecorded } from './recorded-authentication.ts';
import { idOfPlace, type RecordedOutcomes } from './recorded-outcomes.ts';

export const ORDER = 'replay-1';
/** With faults, a longer pause would last past their end. */
const HURRIED_MS_MAX = 10_000;
const LOCKED_MS = 2_000;
const TRIES_MAX = 10;
const HOLD_MS = 1_800_000;

export class SimulatedStage implements ReplayStage {
  readonly #stage: Stage;
  readonly #bundle: BundleContents;
  readonly #outcomes: RecordedOutcomes;
  readonly #isHurried: boolean;
  readonly #currency: Currency;

  /** @param isHurried pauses are short: the world has faults for some seconds only */
  constructor(stage: Stage, bundle: BundleContents, outcomes: RecordedOutcomes, isHurried: boolean) {
    this.#stage = stage;
    this.#bundle = bundle;
    this.#outcomes = outcomes;
    this.#isHurried = isHurried;
    this.#currency = currencyOf(bundle.order.currency)!;
  }

  now(): number {
    return this.#stage.world.now();
  }

  advance(ms: number): Promise<void> {
    const { machines, world } = this.#stage;
    return this.#isHurried ? world.scheduler.sleep(Math.min(ms, HURRIED_MS_MAX)) : machines.away(ms);
  }

  async make(planned: Planned, idOf: IdOfPlace): Promise<void> {
    const { transaction, place } = planned;
    const { instrument, operation, target } = transaction;
    this.#outcomes.begin(planned);
    const wish = this.#wish(planned);
    if (operation === 'VOID' || operation === 'REFUND') {
      await this.#ask({ ...wish, target: idOf(target) ?? '' });
    } else if (isSubsequent(transaction)) {
      await this.#ask(wish);
    } else if (instrument.type === 'BROWSER_PAYMENT') {
      await this.#payAtProvider(wish, planned, instrument.provider);
    } else if (instrument.type === 'GIFT_CARD') {
      await this.#payByGiftCard(wish, planned);
    } else {
      const authentication = this.#bundle.authentications.find(({ usedBy }) => usedBy === place);
      await this.#ask({ ...wish, authentication: await this.#authenticated(wish, authentication) });
    }
  }

  async takeGiftCardOff(): Promise<void> {
    const { world, counter, merchant } = this.#stage;
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const order = await this.#found();
      if (order === undefined || heldParts(order.state).length === 0) {
        return;
      }
      await counter.reach((running) => guarded(world, () => releaseHeld(running.gateway, order, merchant.id)));
    }
  }

  async order(): Promise<ReplayedOrder | undefined> {
    const order = await this.#found();
    if (order === undefined) {
      return undefined;
    }
    const { state, key } = order;
    const transactions = await this.#stage.judge.orders.transactions(key);
    return {
      status: orderStatus(state),
      amount: this.#major(state.amount),
      currency: state.currency,
      authorized: this.#major(state.totalAuthorized),
      captured: this.#major(state.totalCaptured),
      refunded: this.#major(state.totalRefunded),
      transactions: transactions.map(({ transactionId, request, outcome }) => ({
        id: transactionId,
        type: request.type,
        amount: this.#major(request.amount),
        currency: request.currency,
        result: resultOf(outcome?.gatewayCode ?? 'PENDING'),
        gatewayCode: outcome?.gatewayCode ?? 'PENDING',
      })),
    };
  }

  async notifications(): Promise<readonly ReplayedNotification[]> {
    const order = await this.#found();
    const { notifications } = this.#stage.judge;
    const stored = order === undefined ? [] : await notifications.ofOrder(order.key);
    return Promise.all(
      stored.map(async ({ key }) => {
        const {
          transaction,
          result,
          order: of,
        } = JSON.parse((await notifications.body(key)) ?? '') as NotificationBody;
        return { transactionId: transaction.id, result, orderStatus: of.status };
      }),
    );
  }

  refundedAtProviders(): number {
    return [...this.#stage.provider.payments.values()].filter((payment) => {
      const { authorized, captured, refunded } = ledgerStatusOf(payment);
      return refunded > 0n || (payment.movements.size > 0 && authorized === 0n && captured === 0n);
    }).length;
  }

  #found(): Promise<StoredOrder | undefined> {
    return this.#stage.judge.orders.find(this.#stage.merchant.key, ORDER);
  }

  #major(amount: bigint): number {
    return Number(majorText(amount, this.#currency));
  }

  #minor(text: string): bigint {
    return minorUnits(text, this.#currency) ?? 0n;
  }

  #wish({ place, transaction }: Planned): Wish {
    const { operation, amount, currency, version, entryPoint, part } = transaction;
    return {
      orderId: ORDER,
      transactionId: idOfPlace(place),
      operation: operation as Wish['operation'],
      amount: operation === 'VOID' ? undefined : this.#minor(part === 'REST' ? this.#bundle.order.amount : amount),
      currency,
      version,
      isOfPage: entryPoint === 'HOSTED_PAGE' ? true : undefined,
      part: part === 'REST' ? { kind: part } : undefined,
    };
  }

  /** Repeats while another operation is under way. @throws Error if the gateway refuses it */
  async #ask(wish: Wish) {
    for (;;) {
      const answer = await this.#stage.counter.insist(wish);
      if (answer.kind === 'REFUSED') {
        throw new Error(answer.why);
      }
      if (answer.kind === 'DONE') {
        return answer.transaction;
      }
      await this.#stage.world.scheduler.sleep(LOCKED_MS);
    }
  }

  async #authenticated(wish: Wish, recorded: BundleAuthentication | undefined): Promise<string | undefined> {
    if (recorded === undefined) {
      return undefined;
    }
    const id = `A${this.#bundle.authentications.indexOf(recorded) + 1}`;
    await initiateRecorded(this.#stage, this.#outcomes, { ...wish, transactionId: id }, recorded);
    return id;
  }

  async #payByGiftCard(wish: Wish, planned: Planned): Promise<void> {
    const { world, counter, merchant } = this.#stage;
    const giftCard = giftCardAt(planned.place);
    this.#outcomes.issueGiftCard(giftCard, this.#minor(giftBalance(planned)));
    if (planned.hold === undefined) {
      await this.#ask({ ...wish, giftCard });
      return;
    }
    await counter.reach((running) =>
      guarded(world, () =>
        payByGiftCard(
          running,
          merchant,
          { ...wish, giftCard },
          {
            transactionId: idOfPlace(planned.place + 1),
            forMs: HOLD_MS,
          },
        ),
      ),
    );
  }

  async #payAtProvider(wish: Wish, { transaction }: Planned, provider: string): Promise<void> {
    if (!PROVIDER_IDS.includes(provider)) {
      throw new NotReplayable(`the provider ${provider} is not played, only ${PROVIDER_IDS.join(' and ')}`);
    }
    const { key } = await this.#ask({
      ...wish,
      operation: 'INITIATE_BROWSER_PAYMENT',
      browser: {
        provider,
        operation: transaction.type === 'AUTHORIZATION' ? 'AUTHORIZE' : 'PAY',
        confirmation: 'CONFIRM_AT_PROVIDER',
      },
    });
    const found = await this.#stage.judge.browserPayments.find(key);
    if (found === undefined || found.payment.pageUrl === null) {
      return;
    }
    const { reference } = found.payment;
    await goToProvider(this.#stage, found);
    if (transaction.answer?.gatewayCode === 'CANCELLED') {
      this.#stage.provider.cancel(reference);
    } else {
      this.#stage.provider.agree(reference);
    }
    await returnFrom(this.#stage, reference);
  }
}

const PLACE_DIGITS = 4;

function giftCardAt(place: number): string {
  return `600600000001${`${place}`.padStart(PLACE_DIGITS, '0')}`;
}
