/** The signed name of an authentication in the addresses that the payer's browser comes back to from its ACS. */
import { isHashStart, type Sealer, type StoredAuthentication } from '../ports/index.ts';

type Named = Pick<StoredAuthentication, 'key' | 'threeDSServerTransID'>;

/** 128 bits of the HMAC. */
const SIGNATURE_BYTES = 16;
const PURPOSE = 'authentication state';
const STATE = /^([0-9a-z]{1,11})-([0-9A-Za-z_-]{22})$/;

/**
 * It does not expire: what a browser brings decides nothing, and a payer who is back late is shown how it ended. Its
 * signature is over the authentication's name at the others as well, so that it is valid for no other one.
 */
export function authenticationState({ sealer }: { readonly sealer: Sealer }, authentication: Named): string {
  const named = authentication.key.toString(36);
  return `${named}-${signature(sealer, authentication).toString('base64url')}`;
}

export interface ReadState {
  readonly key: number;
  readonly isOf: (authentication: Named) => boolean;
}

/** @returns undefined for what the gateway never writes; trust nothing of it before `isOf` has answered true */
export function readAuthenticationState(sealer: Sealer, state: string): ReadState | undefined {
  const [, named, signed] = STATE.exec(state) ?? [];
  const key = Number.parseInt(named ?? '', 36);
  if (signed === undefined || !Number.isSafeInteger(key)) {
    return undefined;
  }
  const given = Buffer.from(signed, 'base64url');
  return {
    key,
    isOf: (authentication) =>
      authentication.key === key &&
      // One spelling a state: base64url has spare bits, so that another text could decode to the same bytes.
      given.toString('base64url') === signed &&
      isHashStart(sealer, PURPOSE, signedText(authentication), given, SIGNATURE_BYTES),
  };
}

function signature(sealer: Sealer, authentication: Named): Buffer {
  return Buffer.from(sealer.hash(PURPOSE, signedText(authentication))).subarray(0, SIGNATURE_BYTES);
}

function signedText({ key, threeDSServerTransID }: Named): string {
  return `${key} ${threeDSServerTransID}`;
}

export interface AuthenticationAddresses {
  /** A page of ours that stands for the bank's of before: a merchant's page posts `PaReq`, `TermUrl` and `MD` there. */
  readonly bankUrl: string;
  /** The ACS sends the payer's browser there when the challenge is over, with the form field `cres`. */
  readonly challengeUrl: string;
  /** The method posts `threeDSMethodData` there, in its hidden frame. */
  readonly methodUrl: string;
}

export function authenticationAddresses(publicOrigin: string, state: string): AuthenticationAddresses {
  const at = `${publicOrigin}/checkout/authentication/${state}`;
  return { bankUrl: `${at}/bank`, challengeUrl: `${at}/challenge`, methodUrl: `${at}/method` };
}
