/**
 * PaReq and PaRes of the 3DS1 emulation, which the payer's browser posts between a merchant's page and the gateway.
 * They contain no result: each is a signature over the authentication's ids, so it is valid for that authentication
 * only. The result is in the store.
 */
import { isHash, type Sealer, type StoredAuthentication } from '../../ports/index.ts';

export type BrowserMessage = 'PaReq' | 'PaRes';

type AuthenticationIds = Pick<StoredAuthentication, 'key' | 'threeDSServerTransID'>;

/** 32 bytes in base64url, which needs no escaping in forms and addresses. */
export function browserMessage(
  { sealer }: { readonly sealer: Sealer },
  kind: BrowserMessage,
  authentication: AuthenticationIds,
): string {
  return Buffer.from(sealer.hash(purposeOf(kind), signedText(authentication))).toString('base64url');
}

export function isBrowserMessage(
  { sealer }: { readonly sealer: Sealer },
  kind: BrowserMessage,
  authentication: AuthenticationIds,
  given: string,
): boolean {
  const sent = Buffer.from(given, 'base64url');
  // Only the canonical base64url is valid: otherwise a text with other spare bits would decode to the same bytes.
  return sent.toString('base64url') === given && isHash(sealer, purposeOf(kind), signedText(authentication), sent);
}

function purposeOf(kind: BrowserMessage): string {
  return `browser message ${kind}`;
}

function signedText({ key, threeDSServerTransID }: AuthenticationIds): string {
  return `${key} ${threeDSServerTransID}`;
}
