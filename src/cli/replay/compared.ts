/** Plays a bundle on a stage, compares the order with the recorded one, and says so in lines. */
import { counted } from '../counted.ts';
import type { BundleContents } from '../record/bundle.ts';
import { differences } from './compare.ts';
import { play, untilSame } from './play.ts';
import type { ReplayStage } from './stage.ts';

export interface Compared {
  readonly lines: readonly string[];
  /** True if every step was played, and the order has the recorded state. */
  readonly isSame: boolean;
}

export async function compared(stage: ReplayStage, bundle: BundleContents): Promise<Compared> {
  const played = await play(stage, bundle);
  const found = await untilSame(
    stage,
    () => differences(bundle, stage, played),
    ({ length }) => length === 0,
  );
  const { skipped } = played;
  const isSame = found.length === 0 && skipped.length === 0;
  const lines = [
    ...skipped.map(({ step, because }) => `not replayed: ${step}: ${because}`),
    ...found.map((difference) => `differs: ${difference}`),
    isSame
      ? `The replay is the same: ${countsOf(bundle)}.`
      : `The replay is not the same: ${counted(found.length, 'difference')}, ${counted(skipped.length, 'step')} not replayed.`,
  ];
  return { lines, isSame };
}

function countsOf({ order, transactions, notifications }: BundleContents): string {
  return [
    order.status,
    counted(transactions.length, 'transaction'),
    counted(notifications.length, 'notification'),
  ].join(', ');
}
