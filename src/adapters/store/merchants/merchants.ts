/** Stored merchants: implements the gateway's `Merchants` port over any engine. */
import {
  givenProfile,
  isSealedKey,
  type Merchant,
  type MerchantProfile,
  profileKeyPlace,
  sealedKeyText,
  secretPlace,
  withSecrets,
  withWalletSecrets,
} from '../../../core/index.ts';
import type { Merchants } from '../../../core/ports/index.ts';
import { type Write, write } from '../engine/engine.ts';
import { MerchantClosed, refuseGone } from '../engine/open-merchants.ts';
import { Repository } from '../engine/repository.ts';
import { deleteCertificates } from './certificates.ts';
import { deleteLogo } from './logos.ts';
import { merchantFrom, type StoredMerchant } from './merchant-row.ts';
import { endFormerWrite, newPasswordWrite, rehashWrite } from './passwords.ts';
import * as statements from './statements.ts';

/**
 * How long a merchant is cached: requests within this time do not read the row again, so a changed profile or password
 * takes effect after it.
 */
const CACHE_MS = 1_000;
/** The maximum number of cached merchants. Only existing merchants are cached. */
const CACHED_MAX = 10_000;

/** Seals a key of a merchant's profile for the place in which it is stored. */
export type SealProfileKey = (key: string, place: string) => Uint8Array;

/**
 * The maximum number of attempts if a login that rehashes the password, or another command of the operator, changes the
 * row at the same time.
 */
const TRIES_MAX = 5;

export class StoredMerchants extends Repository implements Merchants {
  readonly #cache = new Map<string, { merchant: StoredMerchant; readAt: number }>();

  /** Safe to cache: a merchant's id is immutable. */
  readonly #ids = new Map<number, string>();

  /** @throws MerchantClosed while the merchant is moved to another store, for the last seconds of the move */
  async find(id: string): Promise<StoredMerchant | undefined> {
    const cached = this.#cache.get(id);
    const now = performance.now();
    if (cached !== undefined && now - cached.readAt < CACHE_MS) {
      return cached.merchant;
    }
    const [row] = await this.engine.read(statements.findMerchant, { id });
    if (row === undefined) {
      this.#cache.delete(id);
      await refuseGone(this.engine, id);
      return undefined;
    }
    if (Number(row.is_closed) === 1) {
      this.#cache.delete(id);
      throw new MerchantClosed(id);
    }
    const merchant = merchantFrom(row, this.storeNumber);
    if (this.#cache.size >= CACHED_MAX) {
      this.#cache.clear();
    }
    this.#cache.set(id, { merchant, readAt: now });
    return merchant;
  }

  /** Reads the merchant anew at the next request of this process, after a change of its logo. */
  forget(id: string): void {
    this.#cache.delete(id);
  }

  async byKey(key: number): Promise<StoredMerchant | undefined> {
    const id = this.#ids.get(key) ?? (await this.engine.read(statements.findMerchantByKey, { key }))[0]?.id;
    if (id === undefined) {
      return undefined;
    }
    this.#ids.set(key, id);
    return this.find(id);
  }

  async list(): Promise<StoredMerchant[]> {
    return (await this.engine.read(statements.listMerchants, {})).map((row) => merchantFrom(row, this.storeNumber));
  }

  /** The ids of all merchants. */
  async ids(): Promise<string[]> {
    return (await this.engine.read(statements.listIds, {})).map(({ id }) => id);
  }

  async count(): Promise<number> {
    const [row] = await this.engine.read(statements.countMerchants, {});
    return Number(row?.merchants);
  }

  /**
   * Creates or replaces the profile. The password is not changed.
   *
   * @param seal required if the profile contains a key in clear, because keys are stored only encrypted
   * @throws ZodError that names the invalid fields
   */
  async put(profile: unknown, now: number, seal?: SealProfileKey): Promise<Merchant> {
    const parsed = withSealedKeys(givenProfile.parse(profile), seal);
    const [stored] = await this.engine.read(statements.findMerchant, { id: parsed.id });
    if (Number(stored?.is_closed) === 1) {
      throw new MerchantClosed(parsed.id);
    }
    const parameters = { key: this.newKey(), id: parsed.id, profile: JSON.stringify(parsed), none: null, now };
    await this.engine.commit({ writes: [write(statements.putMerchant, parameters)] });
    this.#cache.delete(parsed.id);
    return (await this.find(parsed.id)) as Merchant;
  }

  /**
   * Changes the stored profile, with the changes that others make at the same time.
   *
   * @param change returns the new profile, or undefined to leave it; called again after a change by others
   * @returns the merchant as it is then; undefined if there is none, or it was left
   * @throws ZodError that names the invalid fields, or any error of `change`
   */
  async changeProfile(
    id: string,
    change: (stored: MerchantProfile) => unknown,
    now: number,
    seal?: SealProfileKey,
  ): Promise<Merchant | undefined> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      this.#cache.delete(id);
      const [row] = await this.engine.read(statements.findMerchant, { id });
      if (Number(row?.is_closed) === 1) {
        throw new MerchantClosed(id);
      }
      const changed = row && change(merchantFrom(row, this.storeNumber).profile);
      if (row === undefined || changed === undefined) {
        return undefined;
      }
      const profile = JSON.stringify(withSealedKeys(givenProfile.parse(changed), seal));
      const guard = write(statements.replaceProfile, { id, before: row.profile, profile, now });
      const isDone = await this.engine.commit({ guard, writes: [] });
      this.#cache.delete(id);
      if (isDone) {
        return this.find(id);
      }
    }
    throw new Error(`The profile of ${id} was changed by others meanwhile. Try again.`);
  }

  /**
   * Sets a new password.
   *
   * @param keptUntil the time until which the replaced password stays valid; by default it is invalid at once
   * @returns false if there is no such merchant
   */
  setPasswordHash(id: string, hash: string, now: number, keptUntil: number = now): Promise<boolean> {
    return this.#changePasswords(id, (before) => newPasswordWrite(id, before, hash, { now, keptUntil }));
  }

  /**
   * Replaces the password that was set at a time.
   *
   * @param times in milliseconds since 1970; `setBefore` null if that is not known
   * @returns false if there is no such merchant, or its password was replaced meanwhile
   */
  async renewPasswordHash(
    id: string,
    hash: string,
    {
      now,
      keptUntil,
      setBefore,
    }: { readonly now: number; readonly keptUntil: number; readonly setBefore: number | null },
  ): Promise<boolean> {
    this.#cache.delete(id);
    const before = await this.find(id);
    if (before === undefined || before.passwordSetAt !== setBefore) {
      return false;
    }
    const isDone = await this.engine.commit({
      guard: newPasswordWrite(id, before, hash, { now, keptUntil }),
      writes: [],
    });
    this.#cache.delete(id);
    return isDone;
  }

  /** Invalidates the former passwords. @returns false if there is no such merchant */
  endFormerPasswords(id: string, now: number): Promise<boolean> {
    return this.#changePasswords(id, (before) => endFormerWrite(id, before, now));
  }

  async #changePasswords(id: string, change: (before: StoredMerchant) => Write | undefined): Promise<boolean> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      this.#cache.delete(id);
      const before = await this.find(id);
      if (before === undefined) {
        return false;
      }
      const guard = change(before);
      const isDone = guard === undefined || (await this.engine.commit({ guard, writes: [] }));
      this.#cache.delete(id);
      if (isDone) {
        return true;
      }
    }
    throw new Error(`The passwords of ${id} were changed by others meanwhile. Try again.`);
  }

  /** @param disabledAt null enables the merchant @returns false if there is no such merchant */
  async setDisabled(id: string, disabledAt: number | null): Promise<boolean> {
    const merchant = await this.find(id);
    if (merchant === undefined) {
      return false;
    }
    const { key } = merchant;
    const change =
      disabledAt === null
        ? write(statements.deleteDisabled, { key })
        : write(statements.insertDisabled, { key, disabledAt });
    await this.engine.commit({ writes: [change] });
    this.#cache.delete(id);
    return true;
  }

  /**
   * Removes the merchant with its sessions, tokens, links, signing keys and logo, and the console's roles there.
   * @returns false if the merchant has orders; no row is removed then
   */
  async remove({ id, key }: Merchant): Promise<boolean> {
    const ofMerchant = [
      statements.deleteSessions,
      statements.deleteTokens,
      statements.deleteSigningKeys,
      statements.deleteEndpoints,
      statements.deleteDisabled,
      statements.deleteConsoleRoles,
      statements.deleteLinkOrders,
      statements.deleteLinks,
      deleteLogo,
      deleteCertificates,
    ];
    const done = await this.engine.commit({
      guard: write(statements.deleteMerchant, { id }),
      writes: ofMerchant.map((rows) => write(rows, { key })),
    });
    this.#cache.delete(id);
    this.#ids.delete(key);
    return done;
  }

  /**
   * Replaces the hash of a password by another hash of the same password. @returns false if the hash is not `before`
   * any more
   */
  async replacePasswordHash(id: string, before: string, after: string): Promise<boolean> {
    const merchant = await this.find(id);
    const isDone =
      merchant !== undefined &&
      (await this.engine.commit({ guard: rehashWrite(id, merchant, before, after), writes: [] }));
    this.#cache.delete(id);
    return isDone;
  }
}

function withSealedKeys(profile: MerchantProfile, seal: SealProfileKey | undefined): MerchantProfile {
  const { id, p2pe, notification } = profile;
  const sealed = (key: string, place: string) => {
    if (isSealedKey(key)) {
      return key;
    }
    if (seal === undefined) {
      throw new Error('A profile that holds a key is stored by whoever can seal it.');
    }
    return sealedKeyText(seal(key, place));
  };
  const secret = notification?.secret;
  return {
    ...withWalletSecrets(withSecrets(profile, sealed), sealed),
    p2pe: p2pe && { bdk: sealed(p2pe.bdk, profileKeyPlace(id)) },
    notification: notification && {
      ...notification,
      secret: secret === undefined ? undefined : sealed(secret, secretPlace(id)),
    },
  };
}
