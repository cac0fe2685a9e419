/** The signed name of an authentication, which is part of the URLs to which the ACS returns the payer's browser. */
import { isHashStart, type Sealer, type StoredAuthentication } from '../ports/index.ts';

type AuthenticationIds = Pick<StoredAuthentication, 'key' | 'threeDSServerTransID'>;

/** The length of the signature: 128 bits of the HMAC. */
const SIGNATURE_BYTES = 16;
const PURPOSE = 'authentication state';
const STATE = /^([0-9a-z]{1,11})-([0-9A-Za-z_-]{22})$/;

/**
 * The state does not expire: data from a browser does not decide the result, and a payer who returns late is shown it.
 * The signature also covers the authentication's id at the other parties, which makes it invalid for other
 * authentications.
 */
export function authenticationState(
  { sealer }: { readonly sealer: Sealer },
  authentication: AuthenticationIds,
): string {
  const named = authentication.key.toString(36);
  return `${named}-${signature(sealer, authentication).toString('base64url')}`;
}

export interface ReadAuthenticationState {
  readonly key: number;
  readonly isOf: (authentication: AuthenticationIds) => boolean;
}

/** @returns undefined for an invalid format; do not trust the content until `isOf` has returned true */
export function readAuthenticationState(sealer: Sealer, state: string): ReadAuthenticationState | undefined {
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
      // Only the canonical base64url is valid: otherwise a text with other spare bits would decode to the same bytes.
      given.toString('base64url') === signed &&
      isHashStart(sealer, PURPOSE, signedText(authentication), given, SIGNATURE_BYTES),
  };
}

function signature(sealer: Sealer, authentication: AuthenticationIds): Buffer {
  return Buffer.from(sealer.hash(PURPOSE, signedText(authentication))).subarray(0, SIGNATURE_BYTES);
}

function signedText({ key, threeDSServerTransID }: AuthenticationIds): string {
  return `${key} ${threeDSServerTransID}`;
}

export interface AuthenticationAddresses {
  /**
   * The gateway's page that replaces the ACS in the 3DS1 emulation. The merchant's page posts `PaReq`, `TermUrl` and
   * `MD` to it.
   */
  readonly bankUrl: string;
  /** The URL to which the ACS returns the payer's browser after the challenge, with the form field `cres`. */
  readonly challengeUrl: string;
  /** The URL to which the 3DS method posts `threeDSMethodData` in its hidden frame. */
  readonly methodUrl: string;
}

export function authenticationAddresses(publicOrigin: string, state: string): AuthenticationAddresses {
  const at = `${publicOrigin}/checkout/authentication/${state}`;
  return { bankUrl: `${at}/bank`, challengeUrl: `${at}/challenge`, methodUrl: `${at}/method` };
}
