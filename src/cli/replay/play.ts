/** Plays the transactions of a bundle on a stage, in their sequence and with their gaps. */
import { MINUTE_MS } from '../../contract/durations.ts';
import type { BundleContents } from '../record/bundle.ts';
import { NotReplayable } from './means.ts';
import { nameOf, type Planned, plannedOf, requirePlayable, type Skipped, skippedBeside, takenOff } from './plan.ts';
import type { ReplayStage } from './stage.ts';

/** The sandbox has results after its own times; the gateway asks about late money for longer. */
const RESULT_MS_MAX = 15 * MINUTE_MS;
const STEP_MS = 30_000;

export interface Played {
  readonly skipped: readonly Skipped[];
  /** The place of each replayed transaction, by its id. */
  readonly placeOf: ReadonlyMap<string, number>;
}

export async function play(stage: ReplayStage, bundle: BundleContents): Promise<Played> {
  const planned = plannedOf(bundle);
  const skipped: Skipped[] = [...skippedBeside(bundle)];
  const placeOf = new Map<string, number>();
  const idOf = (place: number | undefined) => [...placeOf].find(([, of]) => of === place)?.[0];
  const start = stage.now();
  const goTo = (at: number) => stage.advance(Math.max(0, at - (stage.now() - start)));
  const toTakeOff = [...takenOff(planned)];
  const takeOffUntil = async (at: number) => {
    for (let one = toTakeOff[0]; one !== undefined && one.transaction.changedAt <= at; one = toTakeOff[0]) {
      toTakeOff.shift();
      await goTo(one.transaction.changedAt);
      await stage.takeGiftCardOff(one.transaction);
    }
  };
  for (const one of planned) {
    if (idOf(one.place) !== undefined) {
      continue;
    }
    await takeOffUntil(one.transaction.at);
    await goTo(one.transaction.at);
    await untilDecided(stage, planned, one, placeOf);
    const before = new Set((await stage.order())?.transactions.map(({ id }) => id));
    try {
      requirePlayable(one);
      await stage.make(one, idOf);
    } catch (error) {
      skipped.push({ step: nameOf(one), because: reasonOf(error) });
      continue;
    }
    const made = (await stage.order())?.transactions.filter(({ id }) => !before.has(id)) ?? [];
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
  return { skipped, placeOf };
}

function reasonOf(error: unknown): string {
  return error instanceof NotReplayable ? error.message : `the replay was refused: ${(error as Error).message}`;
}

/** Waits for the results that were known before this transaction was made. */
async function untilDecided(
  stage: ReplayStage,
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
    const order = await stage.order();
    const open = order?.transactions.some(({ id, result }) => result === 'PENDING' && known.has(placeOf.get(id) ?? 0));
    if (!open) {
      return;
    }
    await stage.advance(STEP_MS);
  }
}

/** Advances the world until the check holds, or there is no later result. @returns the last value */
export async function untilSame<Value>(
  stage: ReplayStage,
  check: () => Promise<Value>,
  isSame: (value: Value) => boolean,
): Promise<Value> {
  // A notification of a payment on the page waits two seconds for the payer.
  await stage.advance(5_000);
  let value = await check();
  for (let waited = 0; !isSame(value) && waited < RESULT_MS_MAX; waited += STEP_MS) {
    await stage.advance(STEP_MS);
    value = await check();
  }
  return value;
}
