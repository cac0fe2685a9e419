/** Differences between a recorded order and its replay, by name. */
import type { BundleContents } from '../record/bundle.ts';
import type { Played } from './play.ts';
import type { ReplayedNotification, ReplayStage } from './stage.ts';

/** @returns a sentence for each difference */
export async function differences(
  bundle: BundleContents,
  stage: ReplayStage,
  played: Played,
): Promise<readonly string[]> {
  const order = await stage.order();
  if (order === undefined) {
    return ['order: recorded, and not in the replay'];
  }
  const found: string[] = [];
  const compare = (name: string, recorded: unknown, replayed: unknown) => {
    if (recorded !== replayed) {
      found.push(`${name}: recorded ${recorded ?? 'none'}, replayed ${replayed ?? 'none'}`);
    }
  };
  const isWhole = played.skipped.length === 0;
  if (isWhole) {
    const { status, amount, currency, authorized, captured, refunded } = bundle.order;
    compare('order.status', status, order.status);
    compare('order.amount', Number(amount), order.amount);
    compare('order.currency', currency, order.currency);
    compare('order.authorized', Number(authorized), order.authorized);
    compare('order.captured', Number(captured), order.captured);
    compare('order.refunded', Number(refunded), order.refunded);
  }
  const byPlace = new Map(order.transactions.map((one) => [played.placeOf.get(one.id), one]));
  for (const [index, { type, amount, answer }] of bundle.transactions.entries()) {
    const replayed = byPlace.get(index + 1);
    if (replayed !== undefined) {
      const name = `transaction ${index + 1}`;
      compare(`${name} type`, type, replayed.type);
      compare(`${name} amount`, Number(amount), replayed.amount);
      compare(`${name} result`, answer?.result, replayed.result);
      compare(`${name} gateway code`, answer?.gatewayCode, replayed.gatewayCode);
    }
  }
  const unplaced = order.transactions.filter(({ id }) => !played.placeOf.has(id));
  found.push(...unplaced.map(({ type, gatewayCode }) => `transaction of the replay alone: ${type}, ${gatewayCode}`));
  const late = bundle.latePayments.filter(({ state }) => state === 'REFUNDED').length;
  compare('late payments given back', late, Math.min(late, stage.refundedAtProviders()));
  if (isWhole) {
    compareNotifications(bundle.notifications, await stage.notifications(), played.placeOf, compare);
  }
  return found;
}

function compareNotifications(
  recorded: BundleContents['notifications'],
  replayed: readonly ReplayedNotification[],
  placeOf: Played['placeOf'],
  compare: (name: string, recorded: unknown, replayed: unknown) => void,
): void {
  for (let index = 0; index < Math.max(recorded.length, replayed.length); index += 1) {
    const [one, other] = [recorded[index], replayed[index]];
    const name = `notification ${index + 1}`;
    compare(`${name} transaction`, one?.transaction, placeOf.get(other?.transactionId ?? ''));
    // The body of an old notification is deleted.
    if (one?.result !== undefined || other === undefined) {
      compare(`${name} result`, one?.result, other?.result);
      compare(`${name} order status`, one?.orderStatus, other?.orderStatus);
    }
  }
}
