// @module-tag at-length
/**
 * Every ordering of the events of a payment by Pix, over its adapter and the sandbox's PSP: the payer pays, the PSP
 * calls, the browser returns, the schedule queries. The order changes once, the merchant is notified once, and the PSP
 * received one payment at most.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/core/ports/index.ts';
import { pspLedgerEntries } from '../../../src/sandbox/pix/ledger/entries.ts';
import type { StartedPix } from '../../../src/sandbox/pix/start-pix.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { type Case, KINDS, type Stage, sequences, tryAll, useGround } from '../orderings.ts';
import { accountMembers, adapterFor, INITIATION, openPsp, PixWorld } from './pix-world.ts';

useGround();

let simulator: StartedPix;
let adapter: Provider;
const members = accountMembers();
beforeAll(async () => {
  simulator = await openPsp();
  adapter = adapterFor(simulator);
});
afterAll(() => simulator.close());

const STAGE: Stage = {
  // Each call uses a socket: more would wait for each other.
  worlds: 8,
  open: (ground) => new PixWorld(ground, simulator, adapter, members),
  initiation: () => INITIATION,
  decide: (world, initiated) => {
    const pix = world as PixWorld;
    // A payer's bank does not pay a charge twice.
    if (pix.charge(initiated).status === 'ATIVA') {
      pix.pays(initiated);
    }
  },
  codeOf: () => 'CONCLUIDA',
};

const stateOf = ({ steps }: Case): string => (steps.some(({ kind }) => kind === 'decision') ? 'CONCLUIDA' : 'ATIVA');

const played: Case[] = [];

async function plays(cases: readonly Case[]): Promise<number> {
  played.push(...cases);
  const tried = await tryAll(cases, STAGE);
  const states = pspLedgerEntries(simulator.psp.ledger).map(({ state }) => state);
  expect(states.sort()).toEqual(played.map(stateOf).sort());
  const { violations, unknownFields } = simulator.psp.validator;
  expect({ violations, unknownFields }).toEqual({ violations: [], unknownFields: [] });
  return tried;
}

const PAID = { operation: 'PAY', gatewayCode: 'APPROVED' } as const;
/** Over sockets, on a machine that runs other tests beside. */
const PLAYED_MS_MAX = 120_000;

describe('one change, one notification, one end, one payment at the PSP', () => {
  it(
    'in 65 orderings, one after another',
    async () => {
      const cases = sequences(KINDS, [1]).map((steps) => ({ steps, isAtOnce: false, ...PAID }));
      expect(await plays(cases)).toBe(65);
    },
    PLAYED_MS_MAX,
  );

  it('in 65 orderings of two of each at once', { ...AT_LENGTH, timeout: PLAYED_MS_MAX }, async () => {
    const cases = sequences(KINDS, [2]).map((steps) => ({ steps, isAtOnce: true, ...PAID }));
    expect(await plays(cases)).toBe(65);
  });
});
