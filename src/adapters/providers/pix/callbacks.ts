/**
 * Callbacks of a PSP. Pix does not sign them: a callback is authenticated by the secret in its URL, which only the
 * merchant's PSP has received. Its content is not trusted, and only causes a query.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Callback, CallbackOutcome, RawCallback } from '../../../core/ports/index.ts';
import { readExactJson } from '../../http-json.ts';
import { referenceOfTxid } from './names.ts';
import { BY_PSP, pixCallbackMessage } from './psp-messages.ts';

const FORGED = { status: 'FORGED' } as const;

/** The path that PSPs append to the registered URL, as the Pix API requires. */
const PIX_SUFFIX = /\/pix\/?$/;
const SAYS = 'PIX_RECEBIDO';
const RETURN_REPORT = { says: 'PIX_DEVOLVIDO', takesBack: true } as const;

/** @param token the callback token of the account; if undefined, every callback is forged */
export function readPixCallback({ path = '', body }: RawCallback, token: string | undefined): CallbackOutcome {
  if (token === undefined || !isSame(path.replace(PIX_SUFFIX, ''), token)) {
    return FORGED;
  }
  const message = messageIn(body);
  if (message === undefined) {
    return FORGED;
  }
  const returned = referencesIn(message.pix.filter(({ devolucoes = [] }) => devolucoes.some(isByPsp)));
  const [first, ...others] = referencesIn(message.pix).map(
    (reference): Callback =>
      returned.includes(reference) ? { reference, ...RETURN_REPORT } : { reference, says: SAYS },
  );
  // The PSP also sends callbacks for payments of other systems to the same Pix key.
  return first === undefined
    ? { status: 'UNRELATED' }
    : { status: 'GENUINE', ...first, ...(others.length > 0 && { others }) };
}

/** The references of the gateway's payments in a callback, which may report several payments. */
function referencesIn(pix: readonly { readonly txid?: string | undefined }[]): string[] {
  return [...new Set(pix.flatMap(({ txid = '' }) => referenceOfTxid(txid) ?? []))];
}

function isByPsp({ natureza = '' }: { readonly natureza?: string | undefined }): boolean {
  return BY_PSP.test(natureza);
}

function messageIn(body: Uint8Array) {
  try {
    return pixCallbackMessage.safeParse(readExactJson(body)).data;
  } catch {
    return undefined;
  }
}

function isSame(given: string, known: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(known));
}
