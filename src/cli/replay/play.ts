/** Plays the transactions of a bundle in a world, in their sequence and with their gaps. */
import { MINUTE_MS } from '../../contract/durations.ts';
import type { World } from '../../world/world.ts';
import type { BundleContents, BundleTransaction } from '../record/bundle.ts';
import { type AtProvider, atProvider, cardFor, NotReplayable, payerFor } from './means.ts';
import {
  isSubsequent,
  nameOf,
  type Planned,
  plannedOf,
  requirePlayable,
  type Skipped,
  skippedBeside,
  takenOff,
} from './plan.ts';
import { ORDER, type ReplayedOrder, ReplayShop } from './shop.ts';

/** The sandbox has results after its own times; the gateway asks about late money for longer. */
const RESULT_MS_MAX = 15 * MINUTE_MS;
const STEP_MS = 30_000;

export interface ReplayedNotification {
  readonly transactionId: string | undefined;
  readonly result: string | undefined;
  readonly orderStatus: string | undefined;
}

export interface Played {
  readonly planned: readonly Planned[];
  readonly skipped: readonly Skipped[];
  /** The place of each replayed transaction, by its id. */
  readonly placeOf: ReadonlyMap<string, number>;
  readonly order: () => Promise<ReplayedOrder | undefined>;
  readonly notifications: () => readonly ReplayedNotification[];
  /** Movements of the providers' ledgers that took money back or were late. */
  readonly refundedAtProviders: () => number;
}

export async function play(world: World, bundle: BundleContents): Promise<Played> {
  const shop = new ReplayShop(world, bundle.order);
  const planned = plannedOf(bundle);
  const skipped: Skipped[] = [...skippedBeside(bundle)];
  const placeOf = new Map<string, number>();
  const idOf = (place: number | undefined) => [...placeOf].find(([, of]) => of === place)?.[0];
  const start = world.now();
  const goTo = (at: number) => world.advance(Math.max(0, at - (world.now() - start)));
  const toTakeOff = [...takenOff(planned)];
  const takeOffUntil = async (at: number) => {
    for (let one = toTakeOff[0]; one !== undefined && one.transaction.changedAt <= at; one = toTakeOff[0]) {
      toTakeOff.shift();
      await goTo(one.transaction.changedAt);
      await shop.takeGiftCardOff(one.transaction);
    }
  };
  for (const one of planned) {
    if (idOf(one.place) !== undefined) {
      continue;
    }
    await takeOffUntil(one.transaction.at);
    await goTo(one.transaction.at);
    await untilDecided(world, shop, planned, one, placeOf);
    const before = new Set((await shop.order())?.transactions.map(({ id }) => id));
    try {
      requirePlayable(one);
      await playOne(shop, bundle, one, idOf);
    } catch (error) {
      skipped.push({ step: nameOf(one), because: reasonOf(error) });
      continue;
    }
    const made = (await shop.order())?.transactions.filter(({ id }) => !before.has(id)) ?? [];
    const wanted = one.hold === undefined ? 1 : 2;
    for (const [index, { id }] of made.slice(0, wanted).entries()) {
      placeOf.set(id, one.place + index);
    }
    if (made.length === 0) {
      skipped.push({ step: nameOf(one), because: 'the replay made no transaction' });
    }
  }
  await takeOffUntil(Number.POSITIVE_INFINITY);
  await goTo(bundle.recordedAt);
  return {
    planned,
    skipped,
    placeOf,
    order: () => shop.order(),
    notifications: () => notificationsIn(world),
    refundedAtProviders: () => refundsIn(world),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof NotReplayable ? error.message : `the replay was refused: ${(error as Error).message}`;
}

async function playOne(
  shop: ReplayShop,
  bundle: BundleContents,
  planned: Planned,
  idOf: (place: number | undefined) => string | undefined,
): Promise<void> {
  const { transaction } = planned;
  if (isSubsequent(transaction)) {
    await shop.operate(transaction, subsequentBody(transaction, idOf));
  } else if (transaction.entryPoint === 'HOSTED_PAGE') {
    await payOnPage(shop, bundle, planned);
  } else {
    await shop.operate(transaction, {
      order: { amount: transaction.amount, currency: transaction.currency },
      sourceOfFunds: await sourceOf(shop, planned),
    });
  }
}

function subsequentBody(
  { operation, amount, currency, target, answer }: BundleTransaction,
  idOf: (place: number | undefined) => string | undefined,
): object {
  const reference = answer?.result === 'SUCCESS' ? undefined : `.FAIL_${answer?.gatewayCode}`;
  const money = operation === 'VOID' ? {} : { amount, currency };
  const targetTransactionId =
    operation === 'CAPTURE' || operation === 'UPDATE_AUTHORIZATION' ? undefined : idOf(target);
  return { transaction: { ...money, reference, targetTransactionId } };
}

async function sourceOf(shop: ReplayShop, planned: Planned): Promise<object> {
  const { transaction, wasPending } = planned;
  if (transaction.instrument.type === 'GIFT_CARD') {
    const { number, pin } = await shop.giftCard(balanceFor(planned), transaction.currency);
    return { type: 'GIFT_CARD', provided: { giftCard: { number, pin } } };
  }
  const { number, expiry = '', securityCode } = cardFor(transaction, wasPending);
  const [month, year] = expiry.split('/');
  return { type: 'CARD', provided: { card: { number, expiry: { month: `${Number(month)}`, year }, securityCode } } };
}

/** A declined gift card has less than the payment: what is held of it, or nothing. */
function balanceFor({ transaction: { amount, answer }, hold }: Planned): number {
  if (answer?.result === 'SUCCESS') {
    return Number(amount);
  }
  if (answer?.gatewayCode === 'INSUFFICIENT_FUNDS') {
    return Number(hold?.amount ?? 0);
  }
  throw new NotReplayable(`no gift card of the sandbox has the result ${answer?.gatewayCode}`);
}

async function payOnPage(shop: ReplayShop, bundle: BundleContents, planned: Planned): Promise<void> {
  const { place, transaction, wasPending } = planned;
  const { instrument } = transaction;
  if (instrument.type === 'BROWSER_PAYMENT') {
    const { choice, reference } = providerChoice(bundle, planned);
    const page = await shop.pageOf(transaction, reference);
    await shop.pay(page, instrument.provider, { atProvider: choice });
    return;
  }
  const page = await shop.pageOf(transaction, undefined);
  if (instrument.type === 'GIFT_CARD') {
    await shop.pay(page, await shop.giftCard(balanceFor(planned), transaction.currency), {});
    return;
  }
  const authentication = bundle.authentications.find(({ usedBy }) => usedBy === place);
  const { card, conduct } = payerFor(transaction, authentication, wasPending);
  await shop.pay(page, card, conduct);
}

/** The reference is the order's, so it decides the first payment of a checkout at a provider and no later one. */
function providerChoice(bundle: BundleContents, { place, transaction, wasPending }: Planned): AtProvider {
  const isLate = bundle.latePayments.some((late) => late.transaction === place);
  const choice = atProvider(transaction, wasPending, isLate);
  const { checkout } = transaction;
  const first = bundle.transactions.findIndex((one) => one.checkout === checkout) + 1;
  if (choice.reference !== undefined && first !== place) {
    throw new NotReplayable('the order already has another reference at the provider');
  }
  return choice;
}

/** Waits for the results that were known before this transaction was made. */
async function untilDecided(
  world: World,
  shop: ReplayShop,
  planned: readonly Planned[],
  next: Planned,
  placeOf: ReadonlyMap<string, number>,
): Promise<void> {
  const known = new Set(
    planned
      .filter(({ place, transaction: { changedAt, answer, part } }) => {
        const isDecided = answer !== undefined && answer.result !== 'PENDING' && part !== 'HOLD';
        return place < next.place && isDecided && changedAt <= next.transaction.at;
      })
      .map(({ place }) => place),
  );
  for (let waited = 0; waited < RESULT_MS_MAX; waited += STEP_MS) {
    const order = await shop.order();
    const open = order?.transactions.some(({ id, result }) => result === 'PENDING' && known.has(placeOf.get(id) ?? 0));
    if (!open) {
      return;
    }
    await world.advance(STEP_MS);
  }
}

/** Advances the world until the check holds, or the sandbox has no later result. @returns the last value */
export async function untilSame<Value>(
  world: World,
  check: () => Promise<Value>,
  isSame: (value: Value) => boolean,
): Promise<Value> {
  // A notification of a payment on the page waits two seconds for the payer.
  await world.advance(5_000);
  let value = await check();
  for (let waited = 0; !isSame(value) && waited < RESULT_MS_MAX; waited += STEP_MS) {
    await world.advance(STEP_MS);
    value = await check();
  }
  return value;
}

function notificationsIn(world: World): readonly ReplayedNotification[] {
  return world.deliveries
    .list()
    .filter(({ attempt }) => attempt === 1)
    .map(({ body }) => JSON.parse(body))
    .filter(({ order }) => order?.id === ORDER)
    .map(({ transaction, result, order }) => ({
      transactionId: transaction?.id,
      result,
      orderStatus: order?.status,
    }));
}

function refundsIn({ sandbox }: World): number {
  return [...sandbox.providers.byId.values()]
    .flatMap(({ ledger }) => ledger.entries({ order: ORDER }))
    .filter(({ kind, state }) => (kind === 'REFUND' || kind === 'VOID') && state === 'APPROVED').length;
}
