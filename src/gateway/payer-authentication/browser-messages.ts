/**
 * PaReq and PaRes, which the payer's browser carries between a merchant's page and ours. Neither says anything: each is
 * a signature over the authentication's name at the others, so that it is of this one alone. What is true is stored.
 */
import { isHash, type Sealer, type StoredAuthentication } from '../ports/index.ts';

export type BrowserMessage = 'PaReq' | 'PaRes';

type Named = Pick<StoredAuthentication, 'key' | 'threeDSServerTransID'>;

/** 32 bytes in base64url, which forms and addresses leave as it is. */
export function browserMessage(
  { sealer }: { readonly sealer: Sealer },
  kind: BrowserMessage,
  authentication: Named,
): string {
  return Buffer.from(sealer.hash(purposeOf(kind), signedText(authentication))).toString('base64url');
}

export function isBrowserMessage(
  { sealer }: { readonly sealer: Sealer },
  kind: BrowserMessage,
  authentication: Named,
  given: string,
): boolean {
  const sent = Buffer.from(given, 'base64url');
  // One spelling a message: base64url has spare bits.
  return sent.toString('base64url') === given && isHash(sealer, purposeOf(kind), signedText(authentication), sent);
}

function purposeOf(kind: BrowserMessage): string {
  return `browser message ${kind}`;
}

function signedText({ key, threeDSServerTransID }: Named): string {
  return `${key} ${threeDSServerTransID}`;
}
