// @module-tag at-length
/**
 * Every ordering of the events of a payment at a bank, over the adapter and the sandbox's banks: the payer chooses and
 * answers, the browser returns, the schedule queries. The order changes once, the merchant is notified once, and the
 * bank has one payment at most.
 */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { bankLedgerEntries } from '../../../src/sandbox/open-banking/ledger/entries.ts';
import type { StartedOpenBanking } from '../../../src/sandbox/open-banking/start-open-banking.ts';
import { isFirst, itAtLength } from '../../support/at-length.ts';
import { type Case, type Stage, sequences, tryAll, useGround } from '../orderings.ts';
import { BankWorld, initiationOf, openBanks } from './bank-world.ts';

useGround();

let banks: StartedOpenBanking;
beforeAll(async () => {
  banks = await openBanks();
});
afterAll(() => banks.close());

const STAGE: Stage = {
  // Each call uses a socket: more would wait for each other.
  worlds: 8,
  open: (ground) => new BankWorld(ground, banks),
  initiation: ({ gatewayCode }) => initiationOf(gatewayCode === 'APPROVED' ? 'TEST-SUCCEED' : 'TEST-FAIL-DECLINE'),
  decide: async (world, initiated) => {
    await (world as BankWorld).choose(initiated);
    await (world as BankWorld).arrive(initiated);
  },
  codeOf: ({ gatewayCode }) => (gatewayCode === 'APPROVED' ? 'ACSC' : 'RJCT'),
};

/** The expected entries of each case in the bank's ledger. */
const stateOf = ({ steps, gatewayCode }: Case): string[] =>
  steps.some(({ kind }) => kind === 'decision') ? [gatewayCode === 'APPROVED' ? 'ACSC' : 'RJCT'] : [];

const played: Case[] = [];

async function plays(cases: readonly Case[]): Promise<number> {
  played.push(...cases);
  const tried = await tryAll(cases, STAGE);
  const states = bankLedgerEntries(banks.banks.ledger).map(({ state }) => state);
  expect(states.sort()).toEqual(played.flatMap(stateOf).sort());
  expect(banks.banks.validator.violations).toEqual([]);
  return tried;
}

/** A bank sends no callbacks. */
const ORDERS = sequences(['decision', 'question', 'return'], [1, 2]);
/** Over sockets, on a machine that runs other tests beside. */
const PLAYED_MS_MAX = 120_000;

describe('one change, one notification, one end, one payment at the bank', () => {
  itAtLength(['APPROVED', 'DECLINED'], isFirst)(
    'in 79 orderings of one or two of each, one after another and at once: %s',
    async (gatewayCode) => {
      const cases = ORDERS.flatMap((steps) =>
        [false, true].map((isAtOnce) => ({ steps, isAtOnce, operation: 'PAY' as const, gatewayCode })),
      );
      expect(await plays(cases)).toBe(2 * 79);
    },
    PLAYED_MS_MAX,
  );
});
