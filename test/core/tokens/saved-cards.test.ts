/** An approved payment stands even if its card cannot be stored as a token. */
import { expect, it } from 'vitest';
import type { StoredTransaction } from '../../../src/core/ports/index.ts';
import { makeSavedCards } from '../../../src/core/tokens/saved-cards.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { openSealer } from '../world.ts';

const TRANSACTION = {
  key: 7,
  orderKey: 1,
  request: {
    savedAs: { token: '9999000000000001' },
    instrument: { type: 'CARD', expiry: { month: '1', year: '39' } },
  },
} as StoredTransaction;

const NONE = async () => undefined;

function cards({ sealed = 'card 1:5123450000000008', insert = async () => true } = {}) {
  const log = memoryLog();
  const stored = makeSavedCards({
    clock: { now: () => 0 },
    customerCards: undefined as never,
    log,
    orders: { sealedCard: async () => ({ sealed: Buffer.from(sealed), merchantKey: 1 }) },
    random: () => 0,
    sealer: {
      ...openSealer,
      open: (text, place) => {
        if (Buffer.from(text).toString() === 'damaged') {
          throw new Error('It cannot be opened.');
        }
        return openSealer.open(text, place);
      },
    },
    tokens: { newKey: () => 1, insert, replace: async () => false, find: NONE, findByCard: NONE } as never,
  });
  return { log, token: () => stored.store(1, TRANSACTION) };
}

it('a payment names the token that was created before it', async () => {
  const { log, token } = cards();
  expect([await token(), log.lines]).toEqual(['9999000000000001', []]);
});

it.each([
  ['no id is free', { insert: async () => false }, /no id was free/],
  ['its number cannot be opened', { sealed: 'damaged' }, /cannot be opened/],
])('a payment names no token where %s, which is reported to the operator', async (_why, given, line) => {
  const { log, token } = cards(given);
  expect(await token()).toBeUndefined();
  expect(log.lines.map(({ level }) => level)).toEqual(['error']);
  expect(JSON.stringify(log.lines)).toMatch(line);
});
