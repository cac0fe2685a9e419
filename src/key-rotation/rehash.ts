/**
 * Hashes the cards of all tokens by the HASH key in use. Until it is done, and after it, look-ups ask for the hashes by
 * every key that is held, so none of them misses.
 */
import { openedToken, storedCardHashes } from '../gateway/index.ts';
import type { SealedToken } from '../gateway/ports/index.ts';
import type { Vault } from '../vault/index.ts';
import { occasionally, paced } from './pace.ts';
import { pages } from './pages.ts';
import type { Resealed, ResealParts } from './reseal.ts';

const PASSES_MAX = 20;

/** @throws Error when tokens are still hashed by other keys after many passes */
export async function rehash(parts: ResealParts): Promise<Resealed> {
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
 * The key that made a token's hash: found by making it again, so that no mark beside it can be wrong.
 * @returns 0 where none that is held did; undefined for a token without a hash, which is found by its name alone
 * @throws Error when the token does not open
 */
export function hashKeyOfToken(vault: Vault, token: SealedToken): number | undefined {
  const { cardHash } = token;
  if (cardHash === null) {
    return undefined;
  }
  const index = hashesOf(vault, token).findIndex((hash) => Buffer.from(hash).equals(cardHash));
  return vault.hashKeyIds[index] ?? 0;
}

async function rehashOnce({ vault, records, pace, progress }: ResealParts, problems: string[]): Promise<number> {
  let found = 0;
  const say = occasionally(pace, progress);
  for await (const page of pages((after, limit) => records.tokens(after, limit))) {
    await vault.refresh();
    const todo = page.filter((token) => isLeft(vault, token, problems));
    const before = found;
    await paced(
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

/** By every key that is held, the one in use first. */
function hashesOf(vault: Vault, { fields, sealed, ...row }: SealedToken): readonly Uint8Array[] {
  return storedCardHashes(vault, openedToken(vault, { ...row, fields: JSON.parse(fields), sealedCard: sealed }));
}
