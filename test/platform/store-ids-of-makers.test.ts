/**
 * The store of each id in a payer's address is read from what its maker makes, and the id is valid where it is read.
 */
import { createHmac, randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { readSavedCardsHandle, savedCardsAddress } from '../../src/checkout/receipt/saved-cards-link.ts';
import { authenticationHandle, authenticationKey } from '../../src/checkout/return/authentication-handle.ts';
import { cardHandle } from '../../src/checkout/return/card-status.ts';
import { newSessionId, SESSION_ID } from '../../src/checkout/session/session-ids.ts';
import { HANDLE, newHandle } from '../../src/core/browser-payments/names.ts';
import { readReturnState, returnState } from '../../src/core/browser-payments/return-state.ts';
import { newLinkId } from '../../src/core/index.ts';
import { authenticationState, readAuthenticationState } from '../../src/core/payer-authentication/state.ts';
import type { CustomerCard, FoundAuthentication, Sealer, StoredTransaction } from '../../src/core/ports/index.ts';
import { firstKeyOf, KEYS_OF_STORE, storeOfAuthenticationState, storeOfId } from '../../src/platform/store-ids.ts';

const NOW = Date.UTC(2026, 10, 30);
const random = (below: number) => randomInt(below);
const hashed = (purpose: string, text: string) => createHmac('sha256', 'key').update(`${purpose}\n${text}`).digest();
const sealer: Sealer = {
  seal: () => new Uint8Array(),
  open: () => '',
  hash: hashed,
  hashes: (purpose, text) => [hashed(purpose, text)],
};

it.each([0, 1, 61, 62, 455, 3_843])('store %d is named by the ids that it makes', (number) => {
  const session = newSessionId(number);
  const handle = newHandle(number, random);
  expect([session, handle, newLinkId(number, random)].map(storeOfId)).toEqual([number, number, number]);
  expect([SESSION_ID.test(session), HANDLE.test(handle)]).toEqual([true, true]);
  // The interface has session ids of 31 to 35 characters.
  expect(session).toHaveLength(number === 0 ? 31 : 33);
});

it.each(
  [0, 1, 455, 3_843].flatMap((number) => [
    [number, firstKeyOf(number)] as const,
    [number, firstKeyOf(number) + KEYS_OF_STORE - 2] as const,
  ]),
)('store %d is named by the signed texts about row %d', (number, key) => {
  const authentication = { key, threeDSServerTransID: 'f' };
  const state = returnState(sealer, { transactionKey: key, reference: 'r' }, NOW);
  const ofAuthentication = authenticationState({ sealer }, authentication);
  const found = { authentication } as FoundAuthentication;
  const status = authenticationHandle({ sealer }, found);
  const card = cardHandle(sealer, { key, request: { type: 'PAYMENT' } } as StoredTransaction) ?? '';
  const kept = { token: { merchantKey: 1 }, customerKey: key, keptUntil: NOW } as CustomerCard;
  const cards = decodeURIComponent(savedCardsAddress(sealer, [kept], NOW)?.split('/').at(-1) ?? '');
  expect([state, status, card, cards].map(storeOfId)).toEqual([number, number, number, number]);
  expect(storeOfAuthenticationState(ofAuthentication)).toBe(number);
  expect(readReturnState(sealer, state)?.isOf('r')).toBe(true);
  expect(readAuthenticationState(sealer, ofAuthentication)?.isOf(authentication)).toBe(true);
  expect(authenticationKey({ sealer }, status)).toBe(key);
  expect(readSavedCardsHandle(sealer, cards)).toMatchObject({ merchantKey: 1, customerKey: key });
  // The key names the store, and is signed: another store's key does not verify.
  const elsewhere = (key % KEYS_OF_STORE) + ((number + 1) % 3_844) * KEYS_OF_STORE;
  const moved = (text: string) => text.replace(key.toString(36), elsewhere.toString(36));
  expect(readReturnState(sealer, moved(state))?.isOf('r')).toBe(false);
  expect(authenticationKey({ sealer }, moved(status))).toBeUndefined();
  expect(readSavedCardsHandle(sealer, moved(cards))).toBeUndefined();
});
