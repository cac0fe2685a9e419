/**
 * PaReq and PaRes, which the payer's browser carries between a merchant's page and ours. Neither says anything: each is
 * a signature over the authentication's name at the others, so that it is of this one alone. What is true is stored.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Sealer, StoredAuthentication } from '../ports/index.ts';

export type BrowserMessage = 'PaReq' | 'PaRes';

type Named = Pick<StoredAuthentication, 'key' | 'threeDSServerTransID'>;

/** 32 bytes in base64url, which forms and addresses leave as it is. */
export function browserMessage(
  { sealer }: { readonly sealer: Sealer },
  kind: BrowserMessage,
  { key, threeDSServerTransID }: Named,
): string {
  return Buffer.from(sealer.hash(`browser message ${kind}`, `${key} ${threeDSServerTransID}`)).toString('base64url');
}

export function isBrowserMessage(
  signing: { readonly sealer: Sealer },
  kind: BrowserMessage,
  authentication: Named,
  given: string,
): boolean {
  const [right, sent] = [Buffer.from(browserMessage(signing, kind, authentication)), Buffer.from(given)];
  return right.length === sent.length && timingSafeEqual(right, sent);
}
