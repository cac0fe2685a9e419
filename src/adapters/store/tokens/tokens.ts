/** Stored tokens: implements the gateway's `Tokens` port over any engine. */
import { invariant } from '../../../contract/invariant.ts';
import { HASH_KEYS_MAX, type StoredToken, type Tokens, type VerificationReversal } from '../../../core/ports/index.ts';
import { type UnitOfWork, write } from '../engine/engine.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import { Repository } from '../engine/repository.ts';
import { reversalInsert } from '../reversals/writes.ts';
import { spendSession } from '../transactions/statements.ts';
import * as statements from './statements.ts';

export class StoredTokens extends Repository implements Tokens {
  async find(merchantKey: number, token: string): Promise<StoredToken | undefined> {
    const [row] = await this.engine.read(statements.selectToken, { merchantKey, token });
    return row && tokenFrom(row);
  }

  async findByCard(merchantKey: number, cardHashes: readonly Uint8Array[]): Promise<StoredToken | undefined> {
    const parameters = { merchantKey, ...hashParameters(cardHashes), limit: 1 };
    const [row] = await this.engine.read(statements.findTokenByCard, parameters);
    return row && tokenFrom(row);
  }

  insert(token: StoredToken, unique: readonly Uint8Array[] = []): Promise<boolean> {
    const parameters = { ...columns(token), ...hashParameters(unique) };
    return this.engine.commit(
      unique.length > 0
        ? oneOfMerchant(token, write(statements.insertTokenOfNewCard, parameters))
        : { guard: write(statements.insertToken, columns(token)), writes: [] },
    );
  }

  replace(token: StoredToken, before: StoredToken, unique: readonly Uint8Array[] = []): Promise<boolean> {
    const parameters = { ...columns(token), ...hashParameters(unique), sealedBefore: before.sealedCard };
    return this.engine.commit(
      unique.length > 0
        ? oneOfMerchant(token, write(statements.replaceTokenByNewCard, parameters))
        : { guard: write(statements.replaceToken, parameters), writes: [] },
    );
  }

  delete(merchantKey: number, token: string): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.deleteToken, { merchantKey, token }), writes: [] });
  }

  spendSession(key: number): Promise<boolean> {
    return this.engine.commit({ guard: write(spendSession, { key, none: null }), writes: [] });
  }

  async reverse({ key, messageKey, acquirer, advice }: VerificationReversal, now: number): Promise<void> {
    await this.engine.commit({ writes: [reversalInsert({ key, acquirer, advice }, messageKey, now)] });
  }
}

/**
 * A unique index cannot enforce one token for each card, because other merchants allow several. A write that must check
 * this rule therefore locks the merchant's row until the commit, so that with several writers the next check waits.
 */
function oneOfMerchant({ merchantKey }: StoredToken, checkedWrite: UnitOfWork['writes'][number]): UnitOfWork {
  return { guard: write(statements.holdMerchant, { merchantKey }), furtherGuards: [checkedWrite], writes: [] };
}

const NO_HASH = Buffer.alloc(0);

/** @param hashes at most `HASH_KEYS_MAX`; an empty list matches no card */
export function hashParameters(hashes: readonly Uint8Array[]): statements.CardHashes {
  const [hash1 = NO_HASH, hash2 = hash1, hash3 = hash2, hash4 = hash3] = hashes;
  invariant(hashes.length <= HASH_KEYS_MAX, 'more keys of hashes are held than a look-up asks for');
  return { hash1, hash2, hash3, hash4 };
}

function columns(token: StoredToken) {
  return {
    ...token,
    fields: JSON.stringify(token.fields),
    verification: token.verification === null ? null : JSON.stringify(token.verification),
  };
}

export function tokenFrom(row: NonNullable<(typeof statements.selectToken)['row']>): StoredToken {
  return {
    key: Number(row.key),
    merchantKey: Number(row.merchant_key),
    token: row.token,
    fields: JSON.parse(row.fields),
    sealedCard: row.sealed_card,
    cardHash: row.card_hash,
    verification: row.verification === null ? null : JSON.parse(row.verification),
    keptFor: row.kept_for,
    createdAt: Number(row.created_at),
    updatedAt: numberOrNull(row.updated_at),
  };
}
