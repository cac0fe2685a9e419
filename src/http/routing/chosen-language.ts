/**
 * The language that a payer chose on a page. A cookie with only the language tag stores it. For browsers without
 * cookies the tag is in the page's URL, which later requests send as the referrer. Only tags of supported languages are
 * accepted.
 */
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PayerLanguages } from '../../checkout/index.ts';
import { preferredLanguages } from './languages.ts';

/** The name of the parameter in URLs and forms. */
export const LANGUAGE = 'language';
/** The lifetime of the cookie, which is that of a link to a status page. */
const LIFE_SECONDS = 7 * 24 * 60 * 60;

export interface LanguageDependencies {
  /** BCP 47 tags of the supported languages. */
  readonly languages: readonly string[];
  readonly publicOrigin: string;
}

type LanguageRequest = Pick<FastifyRequest, 'headers' | 'raw'>;

/**
 * The languages for a payer: the chosen one, now or earlier, and the browser's preferences. @param now the language
 * chosen in a form, if any
 */
export function languagesOf(
  { headers, raw }: LanguageRequest,
  dependencies: LanguageDependencies,
  now: string | null = null,
): PayerLanguages {
  const chosen =
    supportedLanguage(now, dependencies) ??
    supportedLanguage(inQuery(raw.url), dependencies) ??
    supportedLanguage(parseCookie(headers.cookie ?? '')[cookieName(dependencies)], dependencies) ??
    supportedLanguage(inQuery(ownReferer(headers.referer, dependencies)), dependencies);
  return { accepted: preferredLanguages(headers['accept-language']), chosen };
}

/** Stores a choice in the cookie. @param now the language chosen in a form; by default that in the page's URL */
export function rememberLanguage(
  { headers, raw }: LanguageRequest,
  reply: FastifyReply,
  dependencies: LanguageDependencies,
  now = inQuery(raw.url),
): void {
  const chosen = supportedLanguage(now, dependencies);
  const name = cookieName(dependencies);
  if (chosen !== undefined && chosen !== parseCookie(headers.cookie ?? '')[name]) {
    const secure = dependencies.publicOrigin.startsWith('https:');
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: LIFE_SECONDS } as const;
    reply.header('Set-Cookie', stringifySetCookie({ ...options, name, value: chosen }));
  }
}

/** @returns the next URL, with the language if it is a checkout page and the browser sent no cookies */
export function inLanguage({ headers }: LanguageRequest, address: string, { chosen }: PayerLanguages): string {
  const isOurs = address.startsWith('/checkout/');
  const separator = address.includes('?') ? '&' : '?';
  return chosen === undefined || headers.cookie !== undefined || !isOurs
    ? address
    : `${address}${separator}${LANGUAGE}=${chosen}`;
}

function supportedLanguage(tag: string | null | undefined, { languages }: LanguageDependencies): string | undefined {
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
