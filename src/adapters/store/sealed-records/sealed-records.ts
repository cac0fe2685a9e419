/** Encrypted rows of every kind: implements the gateway's `SealedRecords` port over any engine. */
import type {
  SealedCustomer,
  SealedKind,
  SealedRecords,
  SealedRow,
  SealedToken,
  StoredProfile,
} from '../../../core/ports/index.ts';
import { countChange, ONLY } from '../directory/statements.ts';
import { type Engine, write } from '../engine/engine.ts';
import { formerPasswordsIn } from '../merchants/passwords.ts';
import * as statements from './statements.ts';

const KINDS: Readonly<Record<SealedKind, typeof statements.cards>> = {
  AUTHENTICATION: statements.authentications,
  CARD: statements.cards,
  CONSOLE_FACTOR: statements.consoleFactors,
  CONSOLE_VIEW: statements.consoleViews,
  NOTIFICATION_KEY: statements.notificationKeys,
  SAVED_CUSTOMER: statements.customers,
  SESSION_CARD: statements.sessionCards,
  SESSION_SENSITIVE: statements.sessionSensitive,
  STORE_ADDRESS: statements.storeAddresses,
  TOKEN: statements.tokens,
};

export class StoredSealedRecords implements SealedRecords {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async page(kind: SealedKind, after: number, limit: number): Promise<SealedRow[]> {
    const rows = await this.#engine.read(KINDS[kind].page, { after, limit });
    return rows.map(({ key, merchant_key, parent, sealed }) => ({
      key: Number(key),
      merchantKey: Number(merchant_key),
      parent: Number(parent),
      sealed,
    }));
  }

  async tokens(after: number, limit: number): Promise<SealedToken[]> {
    const rows = await this.#engine.read(statements.tokenPage, { after, limit });
    return rows.map(({ key, merchant_key, sealed_card, fields, card_hash }) => ({
      key: Number(key),
      merchantKey: Number(merchant_key),
      parent: 0,
      sealed: sealed_card,
      fields,
      cardHash: card_hash,
    }));
  }

  async customers(after: number, limit: number): Promise<SealedCustomer[]> {
    const rows = await this.#engine.read(statements.customerPage, { after, limit });
    return rows.map(({ key, merchant_key, sealed_customer, customer_hash }) => ({
      key: Number(key),
      merchantKey: Number(merchant_key),
      parent: 0,
      sealed: sealed_customer,
      hash: customer_hash,
    }));
  }

  async replace(kind: SealedKind, { key, parent, sealed: before }: SealedRow, sealed: Uint8Array): Promise<boolean> {
    if (before === null) {
      return false;
    }
    const guard = write(KINDS[kind].replace, { key, parent, before, sealed });
    // Processes that have the address in memory read it again before its former key is destroyed.
    const writes = kind === 'STORE_ADDRESS' ? [write(countChange, { key: ONLY, one: 1 })] : [];
    return this.#engine.commit({ guard, writes });
  }

  rehash({ key, sealed: before }: SealedToken, cardHash: Uint8Array): Promise<boolean> {
    return this.#engine.commit({ guard: write(statements.rehashToken, { key, before, cardHash }), writes: [] });
  }

  rehashCustomer({ key, sealed: before }: SealedCustomer, hash: Uint8Array): Promise<boolean> {
    return this.#engine.commit({ guard: write(statements.rehashCustomer, { key, before, hash }), writes: [] });
  }

  async profiles(): Promise<StoredProfile[]> {
    const rows = await this.#engine.read(statements.profiles, {});
    return rows.map(({ key, id, profile, password_hash, former_passwords }) => ({
      key: Number(key),
      id,
      profile,
      passwordHash: password_hash,
      formerPasswords: formerPasswordsIn(former_passwords),
    }));
  }

  replaceProfile({ key, profile: before }: StoredProfile, profile: string): Promise<boolean> {
    return this.#engine.commit({
      guard: write(statements.replaceProfile, { key, before, profile }),
      writes: [],
    });
  }
}
