// @module-tag at-length
/** As `outcome-ledger.test.ts`, after every sequence of up to three accepted steps. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { hands } from './hands.ts';
import {
  follow,
  holdPages,
  LEDGER_OPERATIONS,
  LEDGER_STEPS,
  LEDGER_WAYS,
  type LedgerStep,
  paidBy,
} from './outcome-ledger.ts';

const MINUTES_MAX_MS = 20 * 60_000;
const STEPS_MAX = 3;

type Operation = (typeof LEDGER_OPERATIONS)[number];

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const payer = hands(() => rig);
const WAYS = LEDGER_WAYS.flatMap((way) => LEDGER_OPERATIONS.map((operation) => [way, operation] as const));

/** Pays anew, with the same steps. @returns whether each step was accepted, the last one with correct pages */
async function walked(way: (typeof LEDGER_WAYS)[number], operation: Operation, steps: readonly LedgerStep[]) {
  const paid = await paidBy(payer, way, operation);
  for (const [index, step] of steps.entries()) {
    if (!(await follow(rig, paid, step, `follow-${index}`))) {
      return false;
    }
  }
  await holdPages(rig, payer, paid, steps.join(', '));
  return true;
}

/** A refused step leaves the order unchanged, so no sequence continues from it. @returns the number of sequences */
async function walkedFrom(
  way: (typeof LEDGER_WAYS)[number],
  operation: Operation,
  before: readonly LedgerStep[],
): Promise<number> {
  let taken = 0;
  for (const step of LEDGER_STEPS) {
    const steps = [...before, step];
    if (await walked(way, operation, steps)) {
      taken += 1 + (steps.length < STEPS_MAX ? await walkedFrom(way, operation, steps) : 0);
    }
  }
  return taken;
}

it.each(WAYS)(
  'paid with %s by %s, the pages match the acquirer’s ledger after every three steps',
  { timeout: MINUTES_MAX_MS },
  async (way, operation) => {
    expect(await walkedFrom(way, operation, [])).toBeGreaterThan(10);
  },
);
