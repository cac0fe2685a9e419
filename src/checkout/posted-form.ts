/** A form as a payer's browser sent it, and whether it is the payer's own. */
import { type Payer, readFormProof } from './payer-cookie.ts';
import type { FormState } from './session.ts';

export interface Posted {
  readonly sessionId: string;
  readonly fields: URLSearchParams;
  readonly payer: Payer | undefined;
  /** The browser states that our own page sent it. */
  readonly sameOrigin: boolean;
  /** Network address of the browser. */
  readonly from: string;
}

export const BLANK_FORM: FormState = { method: 'card', kept: {}, errors: {} };

/** The form is this payer's own, or the browser states that our own page sent it. */
export function isOwnForm({ payer, sessionId, fields, sameOrigin }: Posted): boolean {
  return sameOrigin || readFormProof(payer, sessionId, fields.get('csrf') ?? '').genuine;
}
