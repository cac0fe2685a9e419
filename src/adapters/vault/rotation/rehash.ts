/**
 * Hashes the cards of all tokens with the HASH key in use. Before and after that, look-ups compare the hashes by every
 * loaded key, so that every token is found.
 */

import { openedToken, storedCardHashes } from '../../../core/index.ts';
import type { SealedToken } from '../../../core/ports/index.ts';
import type { Vault } from '../index.ts';
import { throttleProgress, writePaced } from './pace.ts';
import { pages } from './pages.ts';
import type { RehashParts, ResealReport } from './reseal.ts';

const PASSES_MAX = 20;

/** @throws Error if tokens are still hashed by other keys after many passes */
export async function rehash(parts: RehashParts): Promise<ResealReport> {
  let rows = 0;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const problems: string[] = [];
    const found = await rehashOnce(parts, problems);
    rows += found;
    if (found === 0) {
      return { rows, problems };
    }
  }
  throw new Error('Tokens are hashed by an older key again and again: an older process must be running.');
}

/**
 * Finds the key of a token's hash by hashing the card again, which is more reliable than a stored key id.
 * @returns 0 if it is not a loaded key; undefined for a token without a hash, which is found only by its name
 * @throws Error if the token cannot be decrypted
 */
export function hashKeyOfToken(vault: Vault, token: SealedToken): number | undefined {
  const { cardHash } = token;
  if (cardHash === null) {
    return undefined;
  }
  const index = hashesOf(vault, token).findIndex((hash) => Buffer.from(hash).equals(cardHash));
  return vault.hashKeyIds[index] ?? 0;
}

async function rehashOnce({ vault, records, pace, progress }: RehashParts, problems: string[]): Promise<number> {
  let found = 0;
  const say = throttleProgress(pace, progress);
  for await (const page of pages((after, limit) => records.tokens(after, limit))) {
    await vault.refresh();
    const todo = page.filter((token) => isLeft(vault, token, problems));
    const before = found;
    await writePaced(
      pace,
      todo,
      async (token) => {
        const [hash] = hashesOf(vault, token);
        return hash !== undefined && records.rehash(token, hash);
      },
      (done) => say(`tokens: ${before + done} hashed anew`),
    );
    found += todo.length;
  }
  if (found > 0) {
    progress(`tokens: ${found} hashed anew, all that were left`);
  }
  return found;
}

function isLeft(vault: Vault, token: SealedToken, problems: string[]): boolean {
  try {
    const key = hashKeyOfToken(vault, token);
    return key !== undefined && key !== vault.hashKeyId;
  } catch (error) {
    problems.push(`tokens: row ${token.key} does not open: ${(error as Error).message}`);
    return false;
  }
}

/** The hashes by every loaded key, the one in use first. */
function hashesOf(vault: Vault, { fields, sealed, ...row }: SealedToken): readonly Uint8Array[] {
  return storedCardHashes(vault, openedToken(vault, { ...row, fields: JSON.parse(fields), sealedCard: sealed }));
}
