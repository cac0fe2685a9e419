// @module-tag at-length
/**
 * Every ordering of the events of a payment with PayPal, over its adapter and the simulator: the payer agrees, PayPal
 * calls, the browser returns, the schedule queries. The order changes once, the merchant is notified once, and PayPal's
 * ledger has one payment at most.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/core/ports/index.ts';
import { paypalLedgerEntries } from '../../../src/sandbox/paypal/ledger/entries.ts';
import type { StartedPayPal } from '../../../src/sandbox/paypal/start-paypal.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { byTurns, type Case, KINDS, OUTCOMES, type Stage, sequences, tryAll, useGround } from '../orderings.ts';
import { adapterFor, openSimulator, PayPalWorld } from './paypal-world.ts';

useGround();

let simulator: StartedPayPal;
let adapter: Provider;
beforeAll(async () => {
  simulator = await openSimulator();
  adapter = adapterFor(simulator);
});
afterAll(() => simulator.close());

const REFUSED = 'TRANSACTION_REFUSED';

const STAGE: Stage = {
  // Each call uses a socket: more would wait for each other.
  worlds: 8,
  open: (ground) => new PayPalWorld(ground, simulator, adapter),
  initiation: ({ operation, gatewayCode }) => ({
    operation,
    body: {
      order: {
        amount: '12.00',
        currency: 'EUR',
        notificationUrl: 'https://shop.example/notify',
        ...(gatewayCode === 'DECLINED' && { reference: `.FAIL_${REFUSED}` }),
      },
    },
  }),
  decide: (world, initiated) => (world as PayPalWorld).answer(initiated),
  codeOf: ({ operation, gatewayCode }) =>
    gatewayCode === 'DECLINED' ? REFUSED : operation === 'PAY' ? 'COMPLETED' : 'CREATED',
};

/** The expected entries of each case in PayPal's ledger, counted. */
function entriesOf(cases: readonly Case[]): Record<string, number> {
  const counts: Record<string, number> = {};
  const count = (entry: string) => {
    counts[entry] = (counts[entry] ?? 0) + 1;
  };
  for (const { steps, operation, gatewayCode } of cases) {
    const isAgreed = steps.some(({ kind }) => kind === 'decision');
    const isPaid = isAgreed && gatewayCode === 'APPROVED';
    count(`ORDER ${isPaid ? 'COMPLETED' : isAgreed ? 'APPROVED' : 'PAYER_ACTION_REQUIRED'}`);
    if (isPaid) {
      count(operation === 'PAY' ? 'CAPTURE COMPLETED' : 'AUTHORIZATION CREATED');
    }
  }
  return counts;
}

function ledger(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind, state } of paypalLedgerEntries(simulator.paypal.ledger)) {
    counts[`${kind} ${state}`] = (counts[`${kind} ${state}`] ?? 0) + 1;
  }
  return counts;
}

const played: Case[] = [];

async function plays(cases: readonly Case[]): Promise<number> {
  played.push(...cases);
  const tried = await tryAll(cases, STAGE);
  expect(ledger()).toEqual(entriesOf(played));
  const { violations, unknownFields } = simulator.paypal.validator;
  expect({ violations, unknownFields }).toEqual({ violations: [], unknownFields: [] });
  return tried;
}

/** One of each, and two of each at once: `../orderings.test.ts` plays more copies with a provider in memory. */
const ONCE = sequences(KINDS, [1]).map((steps) => ({ steps, isAtOnce: false }));
const TWICE = sequences(KINDS, [2]).map((steps) => ({ steps, isAtOnce: true }));
/** A few hundred payments over sockets, on a machine that runs other tests beside. */
const PLAYED_MS_MAX = 120_000;

describe('one change, one notification, one end, one payment at PayPal', () => {
  itAtLength(OUTCOMES, isFirst)(
    'in 65 orderings, one after another, with $operation: $gatewayCode',
    async (outcome) => {
      expect(await plays(ONCE.map((one) => ({ ...one, ...outcome })))).toBe(65);
    },
    PLAYED_MS_MAX,
  );

  it('in 65 orderings of two of each at once, with both outcomes in turn', {
    ...AT_LENGTH,
    timeout: PLAYED_MS_MAX,
  }, async () => {
    expect(await plays(TWICE.map((one, index) => ({ ...one, ...byTurns(index) })))).toBe(65);
  });
});
