/** What still needs each key: counted from the rows themselves. */
import { merchantProfile } from '../gateway/index.ts';
import type { SealedRecords, SealedToken, WithPasswords } from '../gateway/ports/index.ts';
import { hashKeyOf, isKeyedHash } from '../rest/index.ts';
import { Vault } from '../vault/index.ts';
import { listsByHash } from './listed-cards.ts';
import { pages } from './pages.ts';
import { KINDS } from './places.ts';
import { hashKeyOfToken } from './rehash.ts';
import { secretsIn } from './reseal.ts';

export interface KeyNeeds {
  /** Rows by the id of the key that they are sealed under. */
  readonly sealed: ReadonlyMap<number, number>;
  /** Tokens and passwords by the id of the key that they are hashed by; 0 for one that is not held. */
  readonly hashed: ReadonlyMap<number, number>;
  /** Whose risk rules list cards by hashes. */
  readonly listing: readonly string[];
}

/** @param of all of them, or tokens alone: a password is hashed anew only when it is used */
export async function keyNeeds(records: SealedRecords, vault: Vault, of: 'ALL' | 'TOKENS' = 'ALL'): Promise<KeyNeeds> {
  const sealed = new Map<number, number>();
  const hashed = new Map<number, number>();
  const listing: string[] = [];
  const count = (counts: Map<number, number>, id: number) => counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const { kind } of KINDS) {
    for await (const page of pages((after, limit) => records.page(kind, after, limit))) {
      for (const row of page) {
        if (row.sealed !== null) {
          count(sealed, Vault.keyOf(row.sealed));
        }
      }
    }
  }
  for await (const page of pages((after, limit) => records.tokens(after, limit))) {
    for (const token of page) {
      const key = keyOfToken(vault, token);
      if (key !== undefined) {
        count(hashed, key);
      }
    }
  }
  // What has no key beside it is older than the second one.
  const firstHash = Math.min(...vault.hashKeyIds);
  for (const stored of await records.profiles()) {
    const { id, profile } = stored;
    for (const secret of secretsIn(stored)) {
      count(sealed, Vault.keyOf(secret.sealed));
    }
    if (listsByHash(merchantProfile.parse(JSON.parse(profile)).risk)) {
      listing.push(id);
    }
    for (const hash of of === 'ALL' ? validHashes(stored).filter(isKeyedHash) : []) {
      count(hashed, hashKeyOf(hash) ?? firstHash);
    }
  }
  return { sealed, hashed, listing };
}

/** The hashes of valid API passwords. One whose time is over may lose its key. */
function validHashes({ passwordHash, formerPasswords = [] }: WithPasswords): readonly string[] {
  const former = formerPasswords.filter(({ until }) => until > Date.now()).map(({ hash }) => hash);
  return passwordHash === null ? former : [passwordHash, ...former];
}

/** A token that does not open counts as a row of its lost key already. */
function keyOfToken(vault: Vault, token: SealedToken): number | undefined {
  try {
    return hashKeyOfToken(vault, token);
  } catch {
    return undefined;
  }
}
