/**
 * The language that a payer chose on a page, and how it is remembered: by a cookie that holds its tag and nothing else,
 * and for browsers that keep no cookies by the page's address, which goes with what is sent from the page. Only ever
 * one of our own tags is taken from either, so that nobody can put anything else in.
 */
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PayerLanguages } from '../checkout/index.ts';
import { wantedLanguages } from './languages.ts';

/** In an address, and in a form that chooses. */
export const LANGUAGE = 'language';
/** As long as a link to a status page works. */
const LIFE_SECONDS = 7 * 24 * 60 * 60;

export interface LanguageDependencies {
  /** BCP 47 tags of the languages that can be chosen. */
  readonly languages: readonly string[];
  readonly publicOrigin: string;
}

type Asked = Pick<FastifyRequest, 'headers' | 'raw'>;

/** What to speak to whom asks: what was chosen, now or before, and what the browser wants. @param now in a form */
export function languagesOf(
  { headers, raw }: Asked,
  dependencies: LanguageDependencies,
  now: string | null = null,
): PayerLanguages {
  const chosen =
    known(now, dependencies) ??
    known(inQuery(raw.url), dependencies) ??
    known(parseCookie(headers.cookie ?? '')[cookieName(dependencies)], dependencies) ??
    known(inQuery(ownReferer(headers.referer, dependencies)), dependencies);
  return { accepted: wantedLanguages(headers['accept-language']), ...(chosen !== undefined && { chosen }) };
}

/** Keeps what was chosen now. @param now in a form; else it is in the page's address */
export function rememberLanguage(
  { headers, raw }: Asked,
  reply: FastifyReply,
  dependencies: LanguageDependencies,
  now = inQuery(raw.url),
): void {
  const chosen = known(now, dependencies);
  const name = cookieName(dependencies);
  if (chosen !== undefined && chosen !== parseCookie(headers.cookie ?? '')[name]) {
    const secure = dependencies.publicOrigin.startsWith('https:');
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: LIFE_SECONDS } as const;
    reply.header('Set-Cookie', stringifySetCookie({ ...options, name, value: chosen }));
  }
}

/** @returns an address to go on to; one of our pages' has the language, where the browser came without any cookie */
export function inLanguage({ headers }: Asked, address: string, { chosen }: PayerLanguages): string {
  const isOurs = address.startsWith('/checkout/');
  return chosen === undefined || headers.cookie !== undefined || !isOurs ? address : `${address}?${LANGUAGE}=${chosen}`;
}

function known(tag: string | null | undefined, { languages }: LanguageDependencies): string | undefined {
  return languages.find((language) => language === tag);
}

function inQuery(url: string | undefined): string | null {
  const [, query = ''] = url?.split('?', 2) ?? [];
  return new URLSearchParams(query).get(LANGUAGE);
}

function ownReferer(referer: string | undefined, { publicOrigin }: LanguageDependencies): string | undefined {
  return referer?.startsWith(`${publicOrigin}/`) ? referer : undefined;
}

function cookieName({ publicOrigin }: LanguageDependencies): string {
  return publicOrigin.startsWith('https:') ? '__Host-turnpike-language' : 'turnpike-language';
}
