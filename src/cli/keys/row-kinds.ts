/** Passes to key rotation the kinds of encrypted rows, and the hashes of API passwords. */
import { signingKeyPlace } from '../../adapters/notifications/index.ts';
import type { KindOfRows, PasswordHashes } from '../../adapters/vault/rotation/index.ts';
import { hashKeyOf, isKeyedHash, withHashKey } from '../../api/rest/index.ts';
import { sessionPlace } from '../../checkout/index.ts';
import { factorPlace, viewPlace } from '../../console/index.ts';
import { storeAddressPlace } from '../../core/directory/index.ts';
import { customerPlace, tokenPlace } from '../../core/index.ts';
import { authenticationPlace, cardPlace } from '../../core/ports/index.ts';

export const PASSWORD_HASHES: PasswordHashes = { isKeyed: isKeyedHash, keyOf: hashKeyOf };

/** @param ids of the keys of one store in another; the lowest above zero is the very first key of hashes */
export const renumberedHash = (passwordHash: string, ids: ReadonlyMap<number, number>): string =>
  withHashKey(passwordHash, (id) => ids.get(id ?? Math.min(...[...ids.keys()].filter((one) => one > 0))));

export const ROW_KINDS: readonly KindOfRows[] = [
  {
    kind: 'CARD',
    name: 'cards of transactions',
    place: ({ key, parent: orderKey, merchantKey }) => cardPlace(merchantKey, { key, orderKey }),
  },
  { kind: 'TOKEN', name: 'tokens', place: tokenPlace },
  { kind: 'SAVED_CUSTOMER', name: 'payers with saved cards', place: customerPlace },
  {
    kind: 'AUTHENTICATION',
    name: 'authentications',
    place: ({ key, parent: orderKey }) => authenticationPlace({ key, orderKey }),
  },
  { kind: 'SESSION_CARD', name: 'cards of sessions', place: (row) => sessionPlace(row, 'card') },
  { kind: 'SESSION_SENSITIVE', name: 'security codes of sessions', place: (row) => sessionPlace(row, 'sensitive') },
  { kind: 'CONSOLE_FACTOR', name: 'factors of people in the console', place: factorPlace },
  { kind: 'CONSOLE_VIEW', name: 'saved views of the console', place: viewPlace },
  {
    kind: 'NOTIFICATION_KEY',
    name: 'signing keys of notifications',
    place: ({ merchantKey, parent: generation }) => signingKeyPlace(merchantKey, generation),
  },
  { kind: 'STORE_ADDRESS', name: 'addresses of stores', place: ({ key: number }) => storeAddressPlace({ number }) },
];
