// @module-tag at-length
/** Each decline of the acquirer after each result of an authentication. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayCode, resultOf } from '../../../../src/contract/gateway-codes.ts';
import { OUTCOME_OF_EXPIRY } from '../../../../src/sandbox/acquirer/outcomes.ts';
import { startWorld, type World } from '../../../api/rest/payer-authentication/world.ts';
import { openBookshop } from './bookshop.ts';
import {
  expiryFor,
  NOT_ASKED,
  NOT_CONFIRMED,
  PLAIN,
  paidAfter,
  type TransStatus,
  UNLIMITED,
} from './declined-after.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await openBookshop(world, {}, UNLIMITED);
});
afterAll(() => world.close());

/** A timeout takes as long as its reversal, and has pages of its own. */
const FAILURES = Object.values(OUTCOME_OF_EXPIRY).filter(
  (code) => resultOf(code) === 'FAILURE' && code !== 'TIMED_OUT',
) as readonly GatewayCode[];

describe.each<[TransStatus, RegExp]>([
  ['Y', PLAIN],
  ['A', PLAIN],
  ['I', PLAIN],
  ['N', NOT_CONFIRMED],
  ['R', NOT_CONFIRMED],
  ['U', NOT_ASKED],
])('a decline after the authentication result %s', (transStatus, sentence) => {
  it.each(FAILURES)('by %s shows the sentence of that result', async (code) => {
    const { words } = await paidAfter(world, transStatus, expiryFor(code));
    expect([PLAIN, NOT_CONFIRMED, NOT_ASKED].filter((one) => one.test(words))).toEqual([sentence]);
  });
});
