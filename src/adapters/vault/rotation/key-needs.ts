/** Counts the rows that still need each key. */

import { merchantProfile } from '../../../core/index.ts';
import type { SealedRecords, WithPasswords } from '../../../core/ports/index.ts';
import { Vault } from '../index.ts';
import { listsByHash } from './listed-cards.ts';
import { pages } from './pages.ts';
import type { KindOfRows, PasswordHashes } from './ports.ts';
import { countHashes } from './rehash.ts';
import { secretsIn } from './reseal.ts';

export interface KeyNeeds {
  /** Number of rows by the id of the key that encrypts them. */
  readonly sealed: ReadonlyMap<number, number>;
  /**
   * Number of tokens, payers with saved cards, and passwords by the id of the key that hashes them; 0 for a key that is
   * not loaded.
   */
  readonly hashed: ReadonlyMap<number, number>;
  /** Ids of merchants with risk rules that list cards by hashes. */
  readonly listing: readonly string[];
}

interface KeyNeedsParts {
  readonly records: SealedRecords;
  readonly vault: Vault;
  readonly kinds: readonly KindOfRows[];
  readonly passwords: PasswordHashes;
}

export async function keyNeeds({ records, vault, kinds, passwords }: KeyNeedsParts): Promise<KeyNeeds> {
  const sealed = new Map<number, number>();
  const hashed = new Map<number, number>();
  const listing: string[] = [];
  const count = (counts: Map<number, number>, id: number) => counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const { kind } of kinds) {
    for await (const page of pages((after, limit) => records.page(kind, after, limit))) {
      for (const row of page) {
        if (row.sealed !== null) {
          count(sealed, Vault.keyOf(row.sealed));
        }
      }
    }
  }
  await countHashes(vault, records, (id) => count(hashed, id));
  // A hash without a key id is older than the store's own second key.
  const firstHash = Math.min(...vault.hashKeyIds.filter((id) => id > 0));
  for (const stored of await records.profiles()) {
    const { id, profile } = stored;
    for (const secret of secretsIn(stored)) {
      count(sealed, Vault.keyOf(secret.sealed));
    }
    if (listsByHash(merchantProfile.parse(JSON.parse(profile)).risk)) {
      listing.push(id);
    }
    for (const hash of validHashes(stored).filter((one) => passwords.isKeyed(one))) {
      count(hashed, passwords.keyOf(hash) ?? firstHash);
    }
  }
  return { sealed, hashed, listing };
}

/** The hashes of valid API passwords. An expired one no longer needs its key. */
function validHashes({ passwordHash, formerPasswords = [] }: WithPasswords): readonly string[] {
  const former = formerPasswords.filter(({ until }) => until > Date.now()).map(({ hash }) => hash);
  return passwordHash === null ? former : [passwordHash, ...former];
}
