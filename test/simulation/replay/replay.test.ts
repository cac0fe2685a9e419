/** Replay bundles in the simulated world: the same order without faults, and with faults one that they allow. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundleContents, bundleText } from '../../../src/cli/record/bundle.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import type { Acquirer, AcquirerRequest } from '../../../src/core/ports/index.ts';
import { SAMPLE } from '../../cli/record/sample.ts';
import { BUNDLES } from '../../cli/replay/bundles.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { type MemoryDatabase, openMemoryDatabase } from '../database.ts';
import { notAllowed } from './allowed.ts';
import { replayWithFaults, replayWithoutFaults } from './replay-history.ts';

/** Fixed seeds: rare interleavings are for `npm run simulate`. */
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);
const TEST_MS = 300_000;
const [PAYMENT] = SAMPLE.transactions;

let database: MemoryDatabase;
let folder: string;
beforeAll(async () => {
  database = await openMemoryDatabase();
  folder = mkdtempSync(join(tmpdir(), 'turnpike-simulated-replay-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const REFUNDED_LATER: BundleContents = {
  ...SAMPLE,
  recordedAt: 4 * DAY_MS,
  order: { ...SAMPLE.order, status: 'REFUNDED', refunded: '12.50' },
  transactions: [
    PAYMENT!,
    { ...PAYMENT!, at: 3 * DAY_MS, changedAt: 3 * DAY_MS, operation: 'REFUND', type: 'REFUND', target: 1 },
  ],
};

const NOTHING = { authorized: '0.00', captured: '0.00', refunded: '0.00' };
const STAYS_OPEN: BundleContents = {
  ...SAMPLE,
  recordedAt: DAY_MS,
  order: { ...SAMPLE.order, ...NOTHING, status: 'INITIATED' },
  transactions: [
    {
      ...PAYMENT!,
      operation: 'INITIATE_BROWSER_PAYMENT',
      entryPoint: 'HOSTED_PAGE',
      checkout: 1,
      instrument: { type: 'BROWSER_PAYMENT', provider: 'demoWallet' },
      answer: { gatewayCode: 'PENDING', result: 'PENDING', orderStatus: 'INITIATED', ...NOTHING },
    },
  ],
};

const ALL = Object.entries({
  ...BUNDLES,
  'a payment': SAMPLE,
  'a refund after three days': REFUNDED_LATER,
  'a payment that stays open': STAYS_OPEN,
});

it.each(ALL)('without faults, %s is replayed to the same order', { timeout: TEST_MS }, async (_name, bundle) => {
  const { result, problems } = await replayWithoutFaults(bundle, database);
  expect(problems).toEqual([]);
  expect(result?.lines).toEqual([expect.stringMatching(/^The replay is the same: /)]);
});

itAtLength(ALL, isFirst)(
  'with faults, nothing of %s is lost or doubled',
  async (_name, bundle) => {
    for (const seed of SEEDS) {
      const { problems } = await replayWithFaults(bundle, seed, database);
      expect(problems, `seed ${seed}`).toEqual([]);
    }
  },
  TEST_MS,
);

it('names a step that is not played, and does not call the replay the same', { timeout: TEST_MS }, async () => {
  const chargeback = { ...PAYMENT!, at: 900, changedAt: 900, operation: 'SETTLEMENT', type: 'CHARGEBACK', target: 1 };
  const { result } = await replayWithoutFaults({ ...SAMPLE, transactions: [PAYMENT!, chargeback] }, database);
  expect(result).toEqual({
    isSame: false,
    lines: [
      'not replayed: transaction 2, CHARGEBACK 12.50 EUR: SETTLEMENT is not played',
      'The replay is not the same: 0 differences, 1 step not replayed.',
    ],
  });
});

/** A gateway that sends a request again, as another one, if no answer came. */
const asksTwice = (acquirer: Acquirer): Acquirer => ({
  ready: () => acquirer.ready(),
  advise: (advice, repeat) => acquirer.advise(advice, repeat),
  reverse: (advice, repeat) => acquirer.reverse(advice, repeat),
  inquire: (inquiry) => acquirer.inquire(inquiry),
  async request(request: AcquirerRequest) {
    const outcome = await acquirer.request(request);
    const trace = { ...request.trace, stan: '999999' };
    return outcome.status === 'NO_ANSWER' ? acquirer.request({ ...request, trace }) : outcome;
  },
});

const PLANTED_SEEDS_MAX = 200;

it('reproduces a fault of the gateway under a seed that loses an answer', { timeout: TEST_MS }, async () => {
  let seed = 1;
  let { problems } = await replayWithFaults(SAMPLE, seed, database, asksTwice);
  while (problems.length === 0 && seed < PLANTED_SEEDS_MAX) {
    seed += 1;
    ({ problems } = await replayWithFaults(SAMPLE, seed, database, asksTwice));
  }
  expect(problems).toContain('nothingIsAskedTwice: replay-1/R1 was asked for 2 times');
  expect((await replayWithFaults(SAMPLE, seed, database, asksTwice)).problems).toEqual(problems);
  expect((await replayWithFaults(SAMPLE, seed, database)).problems).toEqual([]);
});

it('a success that was not recorded is not allowed', () => {
  const declined = {
    ...PAYMENT!,
    answer: { ...PAYMENT!.answer!, gatewayCode: 'DECLINED', result: 'FAILURE' } as const,
  };
  const replayed = {
    id: 'R1',
    type: 'PAYMENT',
    amount: 12.5,
    currency: 'EUR',
    result: 'SUCCESS',
    gatewayCode: 'APPROVED',
  };
  const totals = { amount: 12.5, currency: 'EUR', authorized: 12.5, captured: 12.5, refunded: 0 };
  const order = { ...totals, status: 'CAPTURED', transactions: [replayed] };
  expect(notAllowed({ ...SAMPLE, transactions: [declined] }, order)).toEqual([
    'transaction 1 is APPROVED, and its recorded result is DECLINED',
  ]);
  expect(notAllowed(SAMPLE, { ...order, transactions: [replayed, { ...replayed, id: 'R2' }] })).toEqual([
    'R2, PAYMENT, was not recorded',
  ]);
});

describe('npm run simulate -- --bundle', () => {
  const simulate = (...args: string[]) =>
    new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      execFile(process.execPath, ['test/simulation/run.ts', ...args], (error, out, err) => {
        resolve({ code: error?.code ?? 0, out, err });
      });
    });

  it('prints the comparison, and the number of histories that went wrong', {
    ...AT_LENGTH,
    timeout: TEST_MS,
  }, async () => {
    const file = join(folder, 'payment.json');
    writeFileSync(file, bundleText(SAMPLE));
    const { code, out } = await simulate('--bundle', file, '--seeds', '2', '--from', '1');
    expect({ code, lines: out.trimEnd().split('\n') }).toEqual({
      code: 0,
      lines: [
        'Without faults:',
        'The replay is the same: CAPTURED, 1 transaction, 0 notifications.',
        'With faults: 2 histories from seed 1 on',
        '0 of 2 histories went wrong',
      ],
    });
  });

  it('refuses a bundle by the sentence of replay', { timeout: TEST_MS }, async () => {
    const file = join(folder, 'edited.json');
    writeFileSync(file, bundleText(SAMPLE).replace('CAPTURED', 'REFUNDED'));
    expect(await simulate('--bundle', file)).toEqual({
      code: 2,
      out: '',
      err: `${file} was changed after it was recorded: its digest does not match. Record it again.\n`,
    });
  });
});
