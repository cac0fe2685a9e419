/** The keys that sign webhooks: the simulator's, and another authority's for faults. */
import { type Authority, createAuthority } from './authority.ts';

/** Creates each authority at its first use, because generating RSA keys takes a while. */
export class Signers {
  #own: Authority | undefined;
  #foreign: Authority | undefined;

  get own(): Authority {
    this.#own ??= createAuthority('Sandbox PayPal');
    return this.#own;
  }

  /** An authority that no verifier trusts. */
  get foreign(): Authority {
    this.#foreign ??= createAuthority('Somebody Else');
    return this.#foreign;
  }

  /** The created authorities. Their certificates can be requested. */
  get made(): readonly Authority[] {
    return [this.#own, this.#foreign].filter((one) => one !== undefined);
  }
}
