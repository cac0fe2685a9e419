/**
 * The cookie of a browser that has just sent a form: its pages are read from the primary, so that a person sees the
 * change. The browser removes the cookie after the time by which every standby in use has the change. So the processes
 * share nothing, and no clocks are compared.
 */
import { parseCookie, stringifySetCookie } from 'cookie';
import { SECOND_MS } from '../contract/durations.ts';

const NAME = 'turnpike-console-acted';
const VALUE = '1';

/**
 * @param ageMsMax the greatest age of data that is read from a standby
 * @returns the `Set-Cookie` header
 */
export function actedCookie(ageMsMax: number, origin: string): string {
  const secure = origin.startsWith('https:');
  const maxAge = Math.ceil(ageMsMax / SECOND_MS) + 1;
  return stringifySetCookie({
    ...{ name: nameOf(secure), value: VALUE, maxAge, secure },
    ...{ path: '/', httpOnly: true, sameSite: 'lax' },
  });
}

/** @param header `Cookie` */
export function hasActed(header: string | undefined, origin: string): boolean {
  return parseCookie(header ?? '')[nameOf(origin.startsWith('https:'))] === VALUE;
}

const nameOf = (secure: boolean) => (secure ? `__Host-${NAME}` : NAME);
