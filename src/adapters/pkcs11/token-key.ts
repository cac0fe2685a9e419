/** A key-encryption key in a token. Data keys are sent to the token to be wrapped and unwrapped. */
import { pathToFileURL } from 'node:url';
import { readModules } from '../../platform/module-sources.ts';
import { type KeyService, KeyServiceError } from '../vault/index.ts';
import { HelperProblem, HelperProcess, type HelperSuccess } from './helper-process.ts';
import type { HelperCall, OpenedKey } from './messages.ts';
import { isRefused, type SignIns } from './sign-ins.ts';
import { describeKey, type KeyAddress, readPkcs11Uri } from './uri.ts';

/** The minimum pause before the next sign-in to a failed token, because each sign-in starts a process. */
const AGAIN_AFTER_MS = 10_000;

const NO_OTHER_TRY = 'It is not tried again before a restart, because too many wrong PINs lock a token.';

export interface Pkcs11Options {
  /** True to refuse a key that can leave its token, because copies of such a key may exist. */
  readonly mustStay: boolean;
  /** The complete environment of the process into which the vendor's module is loaded. */
  readonly env: Readonly<Record<string, string>>;
  /** The instance that all keys of the process share. */
  readonly signIns: SignIns;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic?: () => number;
  /** A replacement for the helper program and its time limit, for tests of a misbehaving library. */
  readonly helper?: { readonly main: string; readonly msMax: number };
}

/** @param uri the key's URI in the format of RFC 7512 @throws Pkcs11UriError if the URI is invalid */
export function pkcs11Key(uri: string, options: Pkcs11Options): KeyService {
  return new Pkcs11Key(readPkcs11Uri(uri), options);
}

interface KeyFailure {
  readonly error: KeyServiceError;
  /** The time until which no sign-in is attempted; Infinity if another attempt might lock the token. */
  readonly until: number;
}

class Pkcs11Key implements KeyService {
  readonly where: string;
  readonly #address: KeyAddress;
  readonly #options: Pkcs11Options;
  readonly #program: ConstructorParameters<typeof HelperProcess>[1];
  #helper: Promise<HelperProcess> | undefined;
  #failed: KeyFailure | undefined;
  #id: string | undefined;

  constructor(address: KeyAddress, options: Pkcs11Options) {
    this.#address = address;
    this.#options = options;
    const { helper } = options;
    this.#program = helper && { msMax: helper.msMax, modules: readModules(pathToFileURL(helper.main)) };
    this.where = `the key ${describeKey(address)}`;
  }

  get id(): string {
    if (this.#id === undefined) {
      throw new Error(`${this.where} was not opened.`);
    }
    return this.#id;
  }

  async open(): Promise<void> {
    await this.#call({ do: 'check' });
  }

  async wrap(plain: Uint8Array, place: string): Promise<Buffer> {
    return bytesOf(await this.#call({ do: 'wrap', bytes: Buffer.from(plain).toString('base64'), place }));
  }

  async unwrap(wrapped: Uint8Array, place: string): Promise<Buffer> {
    return bytesOf(await this.#call({ do: 'unwrap', bytes: Buffer.from(wrapped).toString('base64'), place }));
  }

  async close(): Promise<void> {
    const helper = this.#helper;
    this.#helper = undefined;
    await (await helper?.catch(() => undefined))?.close();
  }

  /** @throws KeyServiceError if the token does not respond; Error if the bytes do not decrypt */
  async #call(call: HelperCall): Promise<HelperSuccess> {
    try {
      const helper = await this.#signedIn();
      return await helper.call(call);
    } catch (error) {
      throw this.#explained(error);
    }
  }

  async #signedIn(): Promise<HelperProcess> {
    if (this.#failed !== undefined && this.#now() < this.#failed.until) {
      throw this.#failed.error;
    }
    this.#helper ??= this.#signIn();
    const known = this.#helper;
    const helper = await known;
    if (!helper.isGone) {
      return helper;
    }
    // Only one of several waiting calls signs in.
    if (this.#helper === known || this.#helper === undefined) {
      // A failed helper usually ends by itself; this ends it if its library prevents that.
      void helper.close();
      this.#helper = this.#signIn();
    }
    return this.#helper;
  }

  async #signIn(): Promise<HelperProcess> {
    try {
      return await this.#options.signIns.next(this.#address, () => this.#openedBy());
    } catch (error) {
      this.#helper = undefined;
      const explained = this.#explained(error);
      const until = isRefused(error) ? Number.POSITIVE_INFINITY : this.#now() + AGAIN_AFTER_MS;
      this.#failed = explained instanceof KeyServiceError ? { error: explained, until } : undefined;
      throw explained;
    }
  }

  async #openedBy(): Promise<HelperProcess> {
    const helper = new HelperProcess(this.#options.env, this.#program);
    try {
      const answered = await helper.call({ do: 'open', address: this.#address });
      this.#take((answered as { readonly opened: OpenedKey }).opened);
      return helper;
    } catch (error) {
      await helper.close();
      throw error;
    }
  }

  #take({ id, canLeave }: OpenedKey): void {
    if (canLeave && this.#options.mustStay) {
      throw new KeyServiceError(
        `${this.where} can leave its token: live mode takes one that is CKA_SENSITIVE and not CKA_EXTRACTABLE.`,
      );
    }
    if (this.#id !== undefined && this.#id !== id) {
      throw new KeyServiceError(`${this.where} is another one than before: it was ${this.#id}, and is ${id}.`);
    }
    this.#id = id;
  }

  #explained(error: unknown): unknown {
    if (!(error instanceof HelperProblem)) {
      return error;
    }
    const text = `TURNPIKE_KEYS: ${this.where} cannot be used: ${error.message}.`;
    if (error.kind === 'DAMAGED') {
      return new Error(text);
    }
    return new KeyServiceError(error.kind === 'REFUSED' ? `${text} ${NO_OTHER_TRY}` : text);
  }

  #now(): number {
    return (this.#options.monotonic ?? (() => performance.now()))();
  }
}

function bytesOf(answered: HelperSuccess): Buffer {
  return Buffer.from((answered as { readonly bytes: string }).bytes, 'base64');
}
