/** As `outcome-ledger.test.ts`, after every sequence of three steps, the refused ones among them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig } from '../rest/rig.ts';
import { hands } from './hands.ts';
import { follow, holdPages, LEDGER_OPERATIONS, LEDGER_STEPS, LEDGER_WAYS, paidBy } from './outcome-ledger.ts';

const MINUTES_MAX_MS = 20 * 60_000;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const payer = hands(() => rig);
const WAYS = LEDGER_WAYS.flatMap((way) => LEDGER_OPERATIONS.map((operation) => [way, operation] as const));

it.each(WAYS)(
  'paid with %s by %s, the pages say what the acquirer’s ledger has',
  { timeout: MINUTES_MAX_MS },
  async (way, operation) => {
    let taken = 0;
    for (const first of LEDGER_STEPS) {
      for (const second of LEDGER_STEPS) {
        for (const third of LEDGER_STEPS) {
          const paid = await paidBy(payer, way, operation);
          const steps = [first, second, third];
          for (const [index, step] of steps.entries()) {
            if (await follow(rig, paid, step, `follow-${index}`)) {
              taken += 1;
              await holdPages(rig, payer, paid, steps.slice(0, index + 1).join(', '));
            }
          }
        }
      }
    }
    expect(taken).toBeGreaterThan(100);
  },
);
