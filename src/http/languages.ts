/** `Accept-Language` as tags, most wanted first, and at most this many: readers want no more than a handful. */
const TAGS_MAX = 10;
const HEADER_CHARACTERS_MAX = 500;

/** @example wantedLanguages('de-CH, en;q=0.8, fr;q=0.9') // ['de-CH', 'fr', 'en'] */
export function wantedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, HEADER_CHARACTERS_MAX)
    .split(',')
    .slice(0, TAGS_MAX)
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/\s*;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[A-Za-z0-9-]{2,35}$/.test(tag) && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
