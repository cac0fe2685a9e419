/** Triggered in a running sandbox, recorded from its store, and replayed in memory: each history ends as it did. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundleContents, bundleText } from '../../../src/cli/record/bundle.ts';
import { HISTORIES } from '../../../src/cli/trigger/histories.ts';
import { itAtLength } from '../../support/at-length.ts';
import { keptStackThatAsksBanks, type Stack } from '../../support/stack.ts';
import { SAMPLE } from '../record/sample.ts';
import { turnpike } from '../turnpike.ts';

/** A world starts in seconds, and a card payment on its page takes another one. */
const TEST_MS = 120_000;
/** The latest result of a history comes 90 s after its start, which are 1.5 s in this sandbox. */
const SETTLED_MS = 30_000;

let stack: Stack;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-replay-'));
  stack = await keptStackThatAsksBanks();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = (...args: string[]) => turnpike(stack.dataDir, args, { ...stack.settings });

/** The status in which the order of each history ends. */
const ENDS: Readonly<Record<string, string>> = {
  payment: 'CAPTURED',
  declined: 'FAILED',
  'declined-then-paid': 'CAPTURED',
  '3ds-challenge': 'CAPTURED',
  '3ds-cancelled': 'FAILED',
  'closed-tab': 'CAPTURED',
  wallet: 'CAPTURED',
  'wallet-cancelled': 'FAILED',
  'late-money': 'FAILED',
  'gift-card': 'CAPTURED',
  pending: 'CAPTURED',
  'lost-answer': 'FAILED',
  refund: 'REFUNDED',
  'part-refund': 'PARTIALLY_REFUNDED',
  'part-capture': 'PARTIALLY_CAPTURED',
  void: 'CANCELLED',
};
const QUICK: readonly string[] = ['declined-then-paid', '3ds-cancelled', 'void'];

itAtLength(Object.entries(ENDS), ([name]) => QUICK.includes(name))(
  '%s is replayed to the same order, which is %s',
  async (name, status) => {
    const [, order = ''] = /^order (\S+)$/m.exec((await command('trigger', name)).out) ?? [];
    const file = join(folder, `${name}.json`);
    const record = () => command('record', order, '--merchant', 'TESTSHOP', '--to', file);
    // The notifications and the late results are in the store a moment later.
    await expect
      .poll(() => command('record', order, '--merchant', 'TESTSHOP').then(({ out }) => isSettled(out, name)), {
        timeout: SETTLED_MS,
      })
      .toBe(true);
    expect(await record()).toMatchObject({ code: 0 });
    const replayed = await command('replay', file);
    expect(replayed).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(new RegExp(`^The replay is the same: ${status}, `)),
    });
  },
  TEST_MS,
);

function isSettled(text: string, name: string): boolean {
  const { transactions, notifications, latePayments } = JSON.parse(text) as BundleContents;
  const isDecided = transactions.every(({ answer }) => answer !== undefined && answer.result !== 'PENDING');
  const isGivenBack = name !== 'late-money' || latePayments.some(({ state }) => state === 'REFUNDED');
  const expected = transactions.length + (name === 'pending' ? 1 : 0);
  return isDecided && isGivenBack && notifications.length === expected;
}

it('every history of trigger has its round trip', () => {
  expect(Object.keys(ENDS).sort()).toEqual(Object.keys(HISTORIES).sort());
});

describe('a bundle of another order', () => {
  const replayOf = async (bundle: BundleContents) => {
    const file = join(folder, 'other.json');
    writeFileSync(file, bundleText(bundle));
    return command('replay', file);
  };
  const [payment] = SAMPLE.transactions;

  it(
    'with another state is not the same, and each difference has its name',
    async () => {
      const { code, out } = await replayOf({
        ...SAMPLE,
        order: { ...SAMPLE.order, status: 'REFUNDED', refunded: '12.50' },
        notifications: [{ at: 50, sequence: 1, transaction: 1, state: 'DELIVERED', result: 'SUCCESS', tries: [] }],
      });
      expect({ code, lines: out.trimEnd().split('\n') }).toEqual({
        code: 1,
        lines: [
          'differs: order.status: recorded REFUNDED, replayed CAPTURED',
          'differs: order.refunded: recorded 12.5, replayed 0',
          'differs: notification 1 transaction: recorded 1, replayed none',
          'differs: notification 1 result: recorded SUCCESS, replayed none',
          'The replay is not the same: 4 differences, 0 steps not replayed.',
        ],
      });
    },
    TEST_MS,
  );

  it(
    'with a chargeback is not the same: the step is named and not played',
    async () => {
      const chargeback = {
        ...payment!,
        at: 900,
        changedAt: 900,
        operation: 'SETTLEMENT',
        type: 'CHARGEBACK',
        target: 1,
      };
      const { code, out } = await replayOf({ ...SAMPLE, transactions: [payment!, chargeback] });
      expect({ code, lines: out.trimEnd().split('\n') }).toEqual({
        code: 1,
        lines: [
          'not replayed: transaction 2, CHARGEBACK 12.50 EUR: SETTLEMENT is not played',
          'The replay is not the same: 0 differences, 1 steps not replayed.',
        ],
      });
    },
    TEST_MS,
  );

  it('is refused with exit code 2 if it was edited, and so is a call without a file', async () => {
    const file = join(folder, 'edited.json');
    writeFileSync(file, bundleText(SAMPLE).replace('CAPTURED', 'REFUNDED'));
    expect(await command('replay', file)).toMatchObject({ code: 2, err: expect.stringContaining('was changed after') });
    expect(await command('replay')).toMatchObject({ code: 2, err: 'turnpike replay FILE\n' });
  });
});
