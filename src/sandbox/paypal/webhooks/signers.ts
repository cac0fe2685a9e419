/** Who signs webhooks: the stand-in, and for a fault somebody else. */
import { type Authority, createAuthority } from './authority.ts';

/** Each is made when it is first needed: a key of RSA takes a while. */
export class Signers {
  #own: Authority | undefined;
  #foreign: Authority | undefined;

  get own(): Authority {
    this.#own ??= createAuthority('Sandbox PayPal');
    return this.#own;
  }

  /** That nobody trusts. */
  get foreign(): Authority {
    this.#foreign ??= createAuthority('Somebody Else');
    return this.#foreign;
  }

  /** Those whose certificates somebody may ask for. */
  get made(): readonly Authority[] {
    return [this.#own, this.#foreign].filter((one) => one !== undefined);
  }
}
