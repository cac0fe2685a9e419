/**
 * Triggered in a running sandbox, recorded from its store, and replayed in memory and in the simulation: each history
 * ends as it did.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundleContents, bundleText } from '../../../src/cli/record/bundle.ts';
import { readBundle } from '../../../src/cli/record/read-bundle.ts';
import { HISTORIES } from '../../../src/cli/trigger/histories.ts';
import { openMemoryDatabase } from '../../simulation/database.ts';
import { replayWithoutFaults } from '../../simulation/replay/replay-history.ts';
import { itAtLength } from '../../support/at-length.ts';
import { keptStackThatAsksBanks, type Stack } from '../../support/stack.ts';
import { SAMPLE } from '../record/sample.ts';
import { turnpike } from '../turnpike.ts';
import { BUNDLES } from './bundles.ts';

/** A world starts in seconds, and a card payment on its page takes another one. */
const TEST_MS = 120_000;
const SETTLED_MS = 30_000;

let stack: Stack;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-replay-'));
  stack = await keptStackThatAsksBanks();
}, TEST_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = (...args: string[]) => turnpike(stack.dataDir, args, { ...stack.settings });

/** The status in which the order of each history ends, and the number of its notifications. */
const ENDS: Readonly<Record<string, readonly [string, number]>> = {
  payment: ['CAPTURED', 1],
  declined: ['FAILED', 1],
  'declined-then-paid': ['CAPTURED', 2],
  '3ds-challenge': ['CAPTURED', 1],
  '3ds-cancelled': ['FAILED', 1],
  'closed-tab': ['CAPTURED', 1],
  wallet: ['CAPTURED', 1],
  'wallet-cancelled': ['FAILED', 1],
  'late-money': ['FAILED', 1],
  'gift-card': ['CAPTURED', 1],
  'gift-card-returned': ['FAILED', 3],
  'notification-doubled': ['CAPTURED', 1],
  'pending-a-day': ['INITIATED', 0],
  pending: ['CAPTURED', 2],
  'lost-answer': ['FAILED', 1],
  refund: ['REFUNDED', 2],
  'part-refund': ['PARTIALLY_REFUNDED', 2],
  'part-capture': ['PARTIALLY_CAPTURED', 2],
  void: ['CANCELLED', 2],
};
const QUICK: readonly string[] = ['3ds-cancelled', 'gift-card-returned', 'void'];

itAtLength(Object.entries(ENDS), ([name]) => QUICK.includes(name))(
  '%s is replayed to the same order, in the simulation too',
  async (name, [status, notified]) => {
    const [, order = ''] = /^order (\S+)$/m.exec((await command('trigger', name)).out) ?? [];
    const file = join(folder, `${name}.json`);
    const record = (...to: string[]) => command('record', order, '--merchant', 'TESTSHOP', ...to);
    // The notifications and the late results are in the store a moment later.
    await expect.poll(async () => stateIn((await record()).out), { timeout: SETTLED_MS }).toEqual([status, notified]);
    expect(await record('--to', file)).toMatchObject({ code: 0 });
    const replayed = await command('replay', file);
    expect(replayed).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(new RegExp(`^The replay is the same: ${status}, `)),
    });
    const { result, problems } = await replayWithoutFaults(readBundle(file), await openMemoryDatabase());
    expect({ lines: result?.lines, problems }).toEqual({ lines: [replayed.out.trimEnd()], problems: [] });
  },
  TEST_MS,
);

function stateIn(text: string): readonly [string, number] {
  const { order, notifications } = JSON.parse(text) as BundleContents;
  return [order.status, notifications.length];
}

it('every history of trigger has its round trip', () => {
  expect(Object.keys(ENDS).sort()).toEqual(Object.keys(HISTORIES).sort());
});

const isQuick = ([name]: readonly [string, BundleContents]) => name.startsWith('an updated');
itAtLength(Object.entries(BUNDLES), isQuick)(
  '%s is replayed to the same order',
  async (name, bundle) => {
    const file = join(folder, 'constructed.json');
    writeFileSync(file, bundleText(bundle));
    expect(await command('replay', file), name).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ is the same: /),
    });
  },
  TEST_MS,
);

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
          'The replay is not the same: 0 differences, 1 step not replayed.',
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
