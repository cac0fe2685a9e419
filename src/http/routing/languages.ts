/** Parses the header `Accept-Language`. */
import Negotiator from 'negotiator';
import { cachedByHeader } from './cached-by-header.ts';

/** The maximum number of language tags that are read. Real headers contain about five at most. */
const TAGS_MAX = 10;
const HEADER_CHARACTERS_MAX = 500;
const TAG = /^[A-Za-z0-9-]{2,35}$/;

/**
 * @returns the language tags, the preferred one first
 * @example preferredLanguages('de-CH, en;q=0.8, fr;q=0.9') // ['de-CH', 'fr', 'en']
 */
export const preferredLanguages = cachedByHeader((header): readonly string[] => {
  const bounded = header?.slice(0, HEADER_CHARACTERS_MAX).split(',').slice(0, TAGS_MAX).join(',');
  const wanted = new Negotiator({ headers: { 'accept-language': bounded ?? '' } }).languages();
  return wanted.filter((tag) => TAG.test(tag));
});
