/** The place to which the encryption of each kind of row is bound. */

import { signingKeyPlace } from '../../adapters/notifications/index.ts';
import { sessionPlace } from '../../checkout/index.ts';
import { tokenPlace } from '../../core/index.ts';
import {
  authenticationPlace,
  cardPlace,
  type SealedKind,
  type SealedRow,
  type SealPlace,
} from '../../core/ports/index.ts';

export interface KindOfRows {
  readonly kind: SealedKind;
  /** For the operator. */
  readonly name: string;
  readonly place: (row: SealedRow) => SealPlace;
}

export const KINDS: readonly KindOfRows[] = [
  {
    kind: 'CARD',
    name: 'cards of transactions',
    place: ({ key, parent: orderKey, merchantKey }) => cardPlace(merchantKey, { key, orderKey }),
  },
  { kind: 'TOKEN', name: 'tokens', place: tokenPlace },
  {
    kind: 'AUTHENTICATION',
    name: 'authentications',
    place: ({ key, parent: orderKey }) => authenticationPlace({ key, orderKey }),
  },
  { kind: 'SESSION_CARD', name: 'cards of sessions', place: (row) => sessionPlace(row, 'card') },
  { kind: 'SESSION_SENSITIVE', name: 'security codes of sessions', place: (row) => sessionPlace(row, 'sensitive') },
  {
    kind: 'NOTIFICATION_KEY',
    name: 'signing keys of notifications',
    place: ({ merchantKey, parent: generation }) => signingKeyPlace(merchantKey, generation),
  },
];
