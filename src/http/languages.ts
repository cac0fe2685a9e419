/** Parses `Accept-Language`. */
import Negotiator from 'negotiator';

/** Real headers have no more than a handful. */
const TAGS_MAX = 10;
const HEADER_CHARACTERS_MAX = 500;
const TAG = /^[A-Za-z0-9-]{2,35}$/;

/**
 * @returns tags by preference
 * @example preferredLanguages('de-CH, en;q=0.8, fr;q=0.9') // ['de-CH', 'fr', 'en']
 */
export function preferredLanguages(header: string | undefined): string[] {
  const bounded = header?.slice(0, HEADER_CHARACTERS_MAX).split(',').slice(0, TAGS_MAX).join(',');
  const wanted = new Negotiator({ headers: { 'accept-language': bounded ?? '' } }).languages();
  return wanted.filter((tag) => TAG.test(tag));
}
