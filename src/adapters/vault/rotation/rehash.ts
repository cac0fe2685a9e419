/**
 * Makes the stored hashes anew with the HASH key in use: those of the cards of tokens, and of payers with saved cards.
 * Before and after that, look-ups compare the hashes by every loaded key, so that every row is found.
 */

import { customerHashes, customerPlace, openedToken, storedCardHashes } from '../../../core/index.ts';
import type { SealedCustomer, SealedRecords, SealedToken } from '../../../core/ports/index.ts';
import type { Vault } from '../index.ts';
import { throttleProgress, writePaced } from './pace.ts';
import { pages } from './pages.ts';
import type { RehashParts, ResealReport } from './reseal.ts';

const PASSES_MAX = 20;

/** Rows with a hash of what they seal. */
interface HashedRows<Row extends { readonly key: number }> {
  readonly name: string;
  readonly page: (records: SealedRecords, after: number, limit: number) => Promise<Row[]>;
  readonly hash: (row: Row) => Uint8Array | null;
  /** By every loaded key, the one in use first. @throws Error if the row cannot be decrypted */
  readonly hashes: (vault: Vault, row: Row) => readonly Uint8Array[];
  readonly write: (records: SealedRecords, row: Row, hash: Uint8Array) => Promise<boolean>;
}

const TOKENS: HashedRows<SealedToken> = {
  name: 'tokens',
  page: (records, after, limit) => records.tokens(after, limit),
  hash: ({ cardHash }) => cardHash,
  hashes: (vault, { fields, sealed, ...row }) =>
    storedCardHashes(vault, openedToken(vault, { ...row, fields: JSON.parse(fields), sealedCard: sealed })),
  write: (records, token, hash) => records.rehash(token, hash),
};

const CUSTOMERS: HashedRows<SealedCustomer> = {
  name: 'payers with saved cards',
  page: (records, after, limit) => records.customers(after, limit),
  hash: ({ hash }) => hash,
  hashes: (vault, row) => customerHashes(vault, row.merchantKey, vault.open(row.sealed, customerPlace(row))),
  write: (records, customer, hash) => records.rehashCustomer(customer, hash),
};

/** @throws Error if rows are still hashed by other keys after many passes */
export async function rehash(parts: RehashParts): Promise<ResealReport> {
  let rows = 0;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const problems: string[] = [];
    const found = (await rehashOnce(parts, TOKENS, problems)) + (await rehashOnce(parts, CUSTOMERS, problems));
    rows += found;
    if (found === 0) {
      return { rows, problems };
    }
  }
  throw new Error('Rows are hashed by an older key again and again: an older process must be running.');
}

/** Counts the hashed rows by their key. Rows that cannot be decrypted already count as rows of their missing key. */
export async function countHashes(vault: Vault, records: SealedRecords, count: (keyId: number) => void): Promise<void> {
  await countRows(vault, records, TOKENS, count);
  await countRows(vault, records, CUSTOMERS, count);
}

async function countRows<Row extends { readonly key: number }>(
  vault: Vault,
  records: SealedRecords,
  kind: HashedRows<Row>,
  count: (keyId: number) => void,
): Promise<void> {
  for await (const page of pages((after, limit) => kind.page(records, after, limit))) {
    for (const row of page) {
      const key = keyIfOpen(vault, kind, row);
      if (key !== undefined) {
        count(key);
      }
    }
  }
}

function keyIfOpen<Row extends { readonly key: number }>(
  vault: Vault,
  kind: HashedRows<Row>,
  row: Row,
): number | undefined {
  try {
    return hashKeyOf(vault, kind, row);
  } catch {
    return undefined;
  }
}

/**
 * Finds the key of a row's hash by making the hash again, which is more reliable than a stored key id.
 * @returns 0 if it is not a loaded key; undefined for a row without a hash, which is found only by its name
 * @throws Error if the row cannot be decrypted
 */
function hashKeyOf<Row extends { readonly key: number }>(
  vault: Vault,
  kind: HashedRows<Row>,
  row: Row,
): number | undefined {
  const stored = kind.hash(row);
  if (stored === null) {
    return undefined;
  }
  const index = kind.hashes(vault, row).findIndex((hash) => Buffer.from(hash).equals(stored));
  return vault.hashKeyIds[index] ?? 0;
}

async function rehashOnce<Row extends { readonly key: number }>(
  { vault, records, pace, progress }: RehashParts,
  kind: HashedRows<Row>,
  problems: string[],
): Promise<number> {
  let found = 0;
  const say = throttleProgress(pace, progress);
  for await (const page of pages((after, limit) => kind.page(records, after, limit))) {
    await vault.refresh();
    const todo = page.filter((row) => isLeft(vault, kind, row, problems));
    const before = found;
    await writePaced(
      pace,
      todo,
      async (row) => {
        const [hash] = kind.hashes(vault, row);
        return hash !== undefined && kind.write(records, row, hash);
      },
      (done) => say(`${kind.name}: ${before + done} hashed anew`),
    );
    found += todo.length;
  }
  if (found > 0) {
    progress(`${kind.name}: ${found} hashed anew, all that were left`);
  }
  return found;
}

function isLeft<Row extends { readonly key: number }>(
  vault: Vault,
  kind: HashedRows<Row>,
  row: Row,
  problems: string[],
): boolean {
  try {
    const key = hashKeyOf(vault, kind, row);
    return key !== undefined && key !== vault.hashKeyId;
  } catch (error) {
    problems.push(`${kind.name}: row ${row.key} does not open: ${(error as Error).message}`);
    return false;
  }
}
