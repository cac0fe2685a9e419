/**
 * The console's cookie and the proof in its forms. The cookie has a random id alone: a session in the store has its
 * hash. Before a person signs in, no session has it, and each sign-in changes it.
 */
import { createHmac } from 'node:crypto';
import type { Clock } from '../core/ports/index.ts';
import { isSameBytes, maskBytes, unmaskBytes } from '../platform/masked-bytes.ts';
import { type CookiePasswords, SealedCookie } from '../platform/sealed-cookie/sealed-cookie.ts';
import { newToken } from './secrets.ts';
import { SESSION_MS_MAX } from './session-times.ts';

export interface Visitor {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface NewVisitor {
  readonly visitor: Visitor;
  /** `Set-Cookie` */
  readonly header: string;
}

export interface ConsoleCookieOptions {
  readonly passwords: () => CookiePasswords;
  readonly secure: boolean;
  readonly clock: Clock;
}

export class ConsoleCookie {
  readonly #clock: Clock;
  readonly #cookie: SealedCookie<Visitor>;

  constructor({ clock, passwords, secure }: ConsoleCookieOptions) {
    this.#clock = clock;
    this.#cookie = new SealedCookie({
      name: 'turnpike-console',
      lifeSeconds: SESSION_MS_MAX / 1_000,
      passwords,
      secure,
      now: () => clock.now(),
      isContent: (opened): opened is Visitor => typeof opened.id === 'string' && typeof opened.until === 'number',
    });
  }

  /** @param header `Cookie` */
  read(header: string | undefined): Promise<Visitor | undefined> {
    return this.#cookie.read(header);
  }

  async issue(): Promise<NewVisitor> {
    const visitor = { id: newToken(), until: this.#clock.now() + SESSION_MS_MAX };
    return { visitor, header: await this.#cookie.write(visitor) };
  }
}

/** @returns the value of a form's hidden input, a different text each time */
export function formToken({ id }: Visitor): string {
  return maskBytes(proofOf(id));
}

export function isFormOf(visitor: Visitor | undefined, token: string): boolean {
  return visitor !== undefined && isSameBytes(unmaskBytes(token), proofOf(visitor.id));
}

function proofOf(id: string): Buffer {
  return createHmac('sha256', id).update('console form').digest();
}
