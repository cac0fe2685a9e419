/**
 * The payer's cookie: sealed by iron-session, with only a CSRF secret and its own expiry. It says nothing about
 * payments.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../core/ports/index.ts';
import { isSameBytes, maskBytes, unmaskBytes } from '../../platform/masked-bytes.ts';
import { type CookiePasswords, SealedCookie } from '../../platform/sealed-cookie/sealed-cookie.ts';
import { storeCode } from '../../platform/store-ids.ts';

export type { CookiePasswords } from '../../platform/sealed-cookie/sealed-cookie.ts';

/**
 * The longest lifetime of a checkout. Measured by the gateway's clock: a jump of the system clock would end every
 * checkout.
 */
const LIFE_SECONDS = 24 * 60 * 60;
const SECRET_BYTES = 32;

export interface PayerSecret {
  readonly csrfSecret: string;
  /** When the cookie expires, in milliseconds since 1970. */
  readonly until: number;
}

export interface CookieOptions {
  /** Read for each cookie, since the keys change while the process runs. */
  readonly passwords: () => CookiePasswords;
  /** With https the cookie is Secure and has the `__Host-` prefix. Plain http is for a laptop only. */
  readonly secure: boolean;
  readonly clock: Clock;
  /** Each store has keys of its own, so a payer of two stores has two cookies. Absent: 0. */
  readonly storeNumber?: number;
}

export class PayerCookie {
  readonly #clock: Clock;
  readonly #cookie: SealedCookie<PayerSecret>;

  constructor({ clock, passwords, secure, storeNumber = 0 }: CookieOptions) {
    this.#clock = clock;
    this.#cookie = new SealedCookie({
      name: `turnpike${storeCode(storeNumber)}`,
      lifeSeconds: LIFE_SECONDS,
      passwords,
      secure,
      now: () => clock.now(),
      isContent: (opened): opened is PayerSecret =>
        typeof opened.csrfSecret === 'string' && typeof opened.until === 'number',
    });
  }

  /**
   * @param header `Cookie`
   * @returns undefined when it is absent, altered, expired or sealed by a removed key
   */
  read(header: string | undefined): Promise<PayerSecret | undefined> {
    return this.#cookie.read(header);
  }

  /** Makes a new payer, and the `Set-Cookie` header that identifies the browser from then on. */
  async issue(): Promise<{ payer: PayerSecret; header: string }> {
    const payer = {
      csrfSecret: randomBytes(SECRET_BYTES).toString('base64url'),
      until: this.#clock.now() + LIFE_SECONDS * 1_000,
    };
    return { payer, header: await this.#cookie.write(payer) };
  }
}

/**
 * The content of hidden inputs that prove that we made the form for this payer and session, and of the amount that it
 * showed.
 */
export interface FormProof {
  readonly sessionId: string;
  /** The amount that the payer saw, to detect a change. */
  readonly amount?: { readonly value: string; readonly currency: string };
}

/** @returns a different text each time (masked), so that the size of a compressed response does not leak it (BREACH) */
export function signForm({ csrfSecret }: PayerSecret, { sessionId, amount }: FormProof): string {
  const shown = Buffer.from(JSON.stringify(amount ?? null)).toString('base64url');
  return `${shown}.${maskBytes(signature(csrfSecret, sessionId, shown))}`;
}

/** Reads the amount that the form showed. `genuine` only if this payer's secret signed it for this session. */
export function readFormProof(
  payer: PayerSecret | undefined,
  sessionId: string,
  token: string,
): { genuine: boolean; amount?: FormProof['amount'] } {
  const [shown = '', signed = ''] = token.split('.');
  const genuine =
    payer !== undefined && isSameBytes(unmaskBytes(signed), signature(payer.csrfSecret, sessionId, shown));
  return { genuine, ...(genuine && { amount: JSON.parse(Buffer.from(shown, 'base64url').toString()) ?? undefined }) };
}

/**
 * The mark by which a session recognises the payer who typed into its form; it reveals nothing of the cookie.
 * @param session its key: a payer may come back by another id of it
 */
export function payerMark({ csrfSecret }: PayerSecret, session: string): string {
  return signature(csrfSecret, session, 'typed').toString('base64url');
}

function signature(secret: string, sessionId: string, shown: string): Buffer {
  return createHmac('sha256', secret).update(`${sessionId} ${shown}`).digest();
}
