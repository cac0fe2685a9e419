/** Saved cards of payers: implements the gateway's `CustomerCards` port over any engine. */
import type {
  CustomerCard,
  CustomerCards,
  NewCustomerCard,
  SavedCardUse,
  SavedCustomer,
} from '../../../core/ports/index.ts';
import { write } from '../engine/engine.ts';
import { Repository } from '../engine/repository.ts';
import { holdMerchant } from '../tokens/statements.ts';
import { hashParameters, tokenFrom } from '../tokens/tokens.ts';
import * as statements from './statements.ts';

/** A try fails if another request has created or removed the payer's row since it was read. */
const TRIES_MAX = 5;

export class StoredCustomerCards extends Repository implements CustomerCards {
  async ofCustomer(merchantKey: number, hashes: readonly Uint8Array[]): Promise<CustomerCard[]> {
    const parameters = { merchantKey, ...hashParameters(hashes) };
    return (await this.engine.read(statements.cardsOfCustomer, parameters)).map(cardFrom);
  }

  async ofKey(customerKey: number): Promise<CustomerCard[]> {
    return (await this.engine.read(statements.cardsOfKey, { customerKey })).map(cardFrom);
  }

  async findCustomer(merchantKey: number, hashes: readonly Uint8Array[]): Promise<number | undefined> {
    const [row] = await this.engine.read(statements.findCustomer, { merchantKey, ...hashParameters(hashes) });
    return row && Number(row.key);
  }

  async keep(customer: SavedCustomer, hashes: readonly Uint8Array[], card: NewCustomerCard): Promise<boolean> {
    const { merchantKey } = customer;
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const known = await this.findCustomer(merchantKey, hashes);
      const customerKey = known ?? customer.key;
      const { key: cardKey, tokenKey, keptUntil, usedAt, createdAt: savedAt } = card;
      const isKept = await this.engine.commit({
        guard: write(holdMerchant, { merchantKey }),
        furtherGuards: [
          known === undefined
            ? write(statements.insertCustomer, { ...customer, ...hashParameters(hashes) })
            : write(statements.holdCustomer, { customerKey }),
          write(statements.insertCard, { cardKey, customerKey, tokenKey, keptUntil, usedAt, savedAt }),
        ],
        writes: [],
      });
      if (isKept) {
        return true;
      }
    }
    return false;
  }

  async use(key: number, { keptUntil, usedAt }: SavedCardUse): Promise<void> {
    await this.engine.commit({ writes: [write(statements.useCard, { key, keptUntil, usedAt })] });
  }

  async remove({ key, customerKey }: Pick<CustomerCard, 'customerKey' | 'key'>): Promise<boolean> {
    const [link] = await this.engine.read(statements.cardLink, { key });
    return link !== undefined && Number(link.customer_key) === customerKey && this.#remove(link);
  }

  /** @param keptUntil as read before: a card that its payer has used since stays */
  async removeAt(key: number, keptUntil: number): Promise<boolean> {
    const [link] = await this.engine.read(statements.cardLink, { key });
    return link !== undefined && Number(link.kept_until) === keptUntil && this.#remove(link);
  }

  /** @returns the keys of all cards of the payer, also of those whose token was deleted */
  async keysOf(customerKey: number): Promise<number[]> {
    return (await this.engine.read(statements.cardKeys, { customerKey })).map(({ key }) => Number(key));
  }

  /** Locks the merchant's row, so that no other request saves the token between the check and its deletion. */
  #remove(link: NonNullable<(typeof statements.cardLink)['row']>): Promise<boolean> {
    const customerKey = Number(link.customer_key);
    return this.engine.commit({
      guard: write(holdMerchant, { merchantKey: Number(link.merchant_key) }),
      furtherGuards: [write(statements.removeCard, { key: Number(link.key), keptUntil: Number(link.kept_until) })],
      writes: [
        write(statements.removeUnkeptToken, { tokenKey: Number(link.token_key), payer: 'PAYER' }),
        write(statements.removeCustomerWithoutCards, { customerKey }),
      ],
    });
  }
}

function cardFrom(row: NonNullable<(typeof statements.cardsOfKey)['row']>): CustomerCard {
  return {
    key: Number(row.card_key),
    customerKey: Number(row.customer_key),
    token: tokenFrom(row),
    keptUntil: Number(row.kept_until),
    usedAt: Number(row.used_at),
    createdAt: Number(row.saved_at),
  };
}
