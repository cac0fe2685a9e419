/** Runs random histories against model and gateway side by side. `TURNPIKE_MODEL_SEED` repeats an earlier run. */
import fc from 'fast-check';
import { seededRandom } from '../support/random.ts';
import { histories, type Tally } from './commands.ts';
import { OrderModel } from './model.ts';
import { Subject, type SubjectStore } from './subject.ts';
import type { Profile } from './terms.ts';

/** `TURNPIKE_MODEL_HISTORIES` sets a larger number than a normal run's. */
export const HISTORIES = Number(process.env.TURNPIKE_MODEL_HISTORIES || 1_000);
/** A long run of ten thousand takes a quarter of a minute on two idle cores. */
export const HISTORIES_MS_MAX = 600_000;
const { seed } = seededRandom(process.env.TURNPIKE_MODEL_SEED);

const profiles: fc.Arbitrary<Profile> = fc.record({
  excessCapturePercent: fc.constantFrom(0, 15, 100),
  authorizationValidityDays: fc.constantFrom(1, 7),
  voidWindowHours: fc.constantFrom(0, 24, 200),
  permissions: fc.record({
    excessRefund: fc.boolean(),
    refundApproval: fc.boolean(),
    standaloneCapture: fc.boolean(),
    standaloneRefund: fc.boolean(),
  }),
});

/**
 * @param open a store for one history
 * @returns the events that occurred
 * @throws with seed and path of the history in which they differ
 */
export async function agree(numRuns: number, open: () => Promise<SubjectStore>): Promise<Tally> {
  const tally: Tally = new Map();
  const property = fc.asyncProperty(profiles, histories(tally), async (profile, commands) => {
    const store = await open();
    const subject = new Subject(store, profile);
    try {
      await fc.asyncModelRun(() => ({ model: new OrderModel(profile, () => subject.now()), real: subject }), commands);
    } finally {
      await store.close();
    }
  });
  await fc.assert(property, { numRuns, seed, endOnFailure: false });
  return tally;
}

/** Prints the events of the histories, so that a loss of variety is noticed. */
export function reportTally(name: string, histories: number, tally: Tally): void {
  const happened = [...tally].sort().map(([what, often]) => `${often} ${what}`);
  process.stdout.write(`${name}: ${histories} histories, seed ${seed}: ${happened.join(', ')}\n`);
}
