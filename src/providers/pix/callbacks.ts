/**
 * What a PSP calls back with. Pix signs none of it: a callback is known by the address that it comes to, which the
 * merchant's PSP alone was told. What it says is never taken for true; it only makes the gateway ask.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Callback, CallbackOutcome, RawCallback } from '../../gateway/ports/index.ts';
import { readExactJson } from '../../http-json.ts';
import { referenceOf } from './names.ts';
import { callbackMessage } from './psp-messages.ts';

const FORGED = { status: 'FORGED' } as const;

/** PSPs add it to the address that they were given, as the description says. */
const ADDED = /\/pix\/?$/;
const SAYS = 'PIX_RECEBIDO';

/** @param token of the account; undefined: it has none, and nobody can call back to it */
export function readCallback({ path = '', body }: RawCallback, token: string | undefined): CallbackOutcome {
  if (token === undefined || !isSame(path.replace(ADDED, ''), token)) {
    return FORGED;
  }
  const message = messageIn(body);
  if (message === undefined) {
    return FORGED;
  }
  const [first, ...others] = referencesIn(message).map((reference): Callback => ({ reference, says: SAYS }));
  // Others are paid to the same key too.
  return first === undefined
    ? { status: 'UNRELATED' }
    : { status: 'GENUINE', ...first, ...(others.length > 0 && { others }) };
}

/** A PSP may tell of several payments at once. */
function referencesIn({ pix }: { readonly pix: readonly { readonly txid?: string | undefined }[] }): string[] {
  return [...new Set(pix.flatMap(({ txid = '' }) => referenceOf(txid) ?? []))];
}

function messageIn(body: Uint8Array) {
  try {
    return callbackMessage.safeParse(readExactJson(body)).data;
  } catch {
    return undefined;
  }
}

function isSame(given: string, known: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(known));
}
