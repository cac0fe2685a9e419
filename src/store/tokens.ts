/** Tokens at rest: implements the gateway's `Tokens` port. */
import type { StoredToken, Tokens } from '../gateway/tokens.ts';
import { write } from './engine.ts';
import { Repository } from './repository.ts';
import { statement } from './statement.ts';

const findToken = statement((db, p) =>
  db.selectFrom('token').selectAll().where('merchant_key', '=', p('merchantKey')).where('token', '=', p('token')),
);

const insertToken = statement((db, p) =>
  db.insertInto('token').values({
    key: p('key'),
    merchant_key: p('merchantKey'),
    token: p('token'),
    fields: p('fields'),
    sealed_card: p('sealedCard'),
    created_at: p('now'),
  }),
);

export class StoredTokens extends Repository implements Tokens {
  async find(merchantKey: number, token: string): Promise<StoredToken | undefined> {
    const [row] = await this.engine.read(findToken, { merchantKey, token });
    return (
      row && { key: Number(row.key), token: row.token, fields: JSON.parse(row.fields), sealedCard: row.sealed_card }
    );
  }

  async insert(merchantKey: number, token: StoredToken, now: number): Promise<void> {
    await this.engine.commit({
      writes: [write(insertToken, { ...token, merchantKey, fields: JSON.stringify(token.fields), now })],
    });
  }
}
