/** Stored tokens: implements the gateway's `Tokens` port over any engine. */
import type { StoredToken, Tokens, VerificationReversal } from '../gateway/ports/index.ts';
import { type UnitOfWork, write } from './engine.ts';
import { spendSession } from './order-statements.ts';
import { Repository } from './repository.ts';
import { insertReversal } from './reversal-statements.ts';
import { serialiseAdvice } from './serialisation.ts';
import * as statements from './token-statements.ts';

export class StoredTokens extends Repository implements Tokens {
  async find(merchantKey: number, token: string): Promise<StoredToken | undefined> {
    const [row] = await this.engine.read(statements.selectToken, { merchantKey, token });
    return row && tokenFrom(row);
  }

  async findByCard(merchantKey: number, cardHash: Uint8Array): Promise<StoredToken | undefined> {
    const [row] = await this.engine.read(statements.findTokenByCard, { merchantKey, cardHash, limit: 1 });
    return row && tokenFrom(row);
  }

  insert(token: StoredToken, uniqueCard: boolean): Promise<boolean> {
    return this.engine.commit(
      uniqueCard
        ? oneOfMerchant(token, write(statements.insertTokenOfNewCard, columns(token)))
        : { guard: write(statements.insertToken, columns(token)), writes: [] },
    );
  }

  replace(token: StoredToken, before: StoredToken, uniqueCard: boolean): Promise<boolean> {
    const parameters = { ...columns(token), sealedBefore: before.sealedCard };
    return this.engine.commit(
      uniqueCard
        ? oneOfMerchant(token, write(statements.replaceTokenByNewCard, parameters))
        : { guard: write(statements.replaceToken, parameters), writes: [] },
    );
  }

  delete(merchantKey: number, token: string): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.removeToken, { merchantKey, token }), writes: [] });
  }

  spendSession(key: number): Promise<boolean> {
    return this.engine.commit({ guard: write(spendSession, { key, none: null }), writes: [] });
  }

  async reverse({ key, messageKey, acquirer, advice }: VerificationReversal, now: number): Promise<void> {
    const reversal = {
      key,
      transactionKey: messageKey,
      acquirer,
      advice: serialiseAdvice(advice),
      attempts: 0,
      dueAt: now,
      createdAt: now,
      acknowledgedAt: null,
    };
    await this.engine.commit({ writes: [write(insertReversal, reversal)] });
  }
}

/**
 * No unique index can enforce one token a card, because other merchants want many. So a write that checks it locks the
 * merchant's row until the commit: on an engine with several writers the next check waits for that.
 */
function oneOfMerchant({ merchantKey }: StoredToken, checkedWrite: UnitOfWork['writes'][number]): UnitOfWork {
  return { guard: write(statements.holdMerchant, { merchantKey }), furtherGuards: [checkedWrite], writes: [] };
}

function columns(token: StoredToken) {
  return {
    ...token,
    fields: JSON.stringify(token.fields),
    verification: token.verification === null ? null : JSON.stringify(token.verification),
  };
}

function tokenFrom(row: NonNullable<(typeof statements.selectToken)['row']>): StoredToken {
  return {
    key: Number(row.key),
    merchantKey: Number(row.merchant_key),
    token: row.token,
    fields: JSON.parse(row.fields),
    sealedCard: row.sealed_card,
    cardHash: row.card_hash,
    verification: row.verification === null ? null : JSON.parse(row.verification),
    createdAt: Number(row.created_at),
    updatedAt: row.updated_at === null ? null : Number(row.updated_at),
  };
}
