import { describe, expect, it, vi } from 'vitest';
import type { BuiltGuide, GuideLibrary } from '../../../src/api/reference/built-guides.ts';
import { guideHits } from '../../../src/api/reference/guide-pages.ts';

const LONG = 'before '.repeat(40);

const guide = (slug: string, title: string, ...sections: readonly (readonly [heading: string, text: string])[]) =>
  ({
    slug,
    title,
    summary: '',
    html: '',
    sections: sections.map(([heading, text]) => ({ depth: 2, anchor: heading.toLowerCase(), heading, text })),
  }) satisfies BuiltGuide;

const LIBRARY: GuideLibrary = async () => [
  {
    title: 'All',
    doc: '',
    guides: [
      guide('apart', 'Banks', ['Transfers', 'A link. It is for a payment.']),
      guide('beside', 'Pages', ['Addresses', `${LONG}a payment link is valid for days. ${LONG}`]),
      guide('heading', 'Payment', ['Link', 'Short.']),
      guide('title', 'Payment link', ['Its end', 'Short.']),
    ],
  },
];

describe('a search in the guides', () => {
  it('finds headings with the words, then the words side by side, then the words apart', async () => {
    const hits = await guideHits(LIBRARY, 'Payment LINK');
    expect(hits.map(({ href }) => href)).toEqual([
      '/docs/guide/heading#link',
      '/docs/guide/title#its end',
      '/docs/guide/beside#addresses',
      '/docs/guide/apart#transfers',
    ]);
  });

  it('shows whole words around those that were found', async () => {
    const [hit] = await guideHits(LIBRARY, 'valid days');
    expect(hit?.excerpt).toMatch(/^… (?:before )+a payment link is valid for days\. (?:before )+…$/);
    const [short] = await guideHits(LIBRARY, 'link transfers');
    expect(short?.excerpt).toBe('A link. It is for a payment.');
  });

  it('makes excerpts of the sections that it shows only, since each takes as long as their search', async () => {
    const excerpt = vi.fn((text: string) => text);
    const one = guide('one', 'One', ...Array.from({ length: 100 }, () => ['Any', 'a word'] as const));
    const hits = await guideHits(async () => [{ title: 'All', doc: '', guides: [one] }], 'word', excerpt);
    expect(hits).toHaveLength(20);
    expect(excerpt).toHaveBeenCalledTimes(20);
  });

  it.each(['', '   ', 'xyzzy', 'payment xyzzy'])('finds nothing for %j', async (question) => {
    expect(await guideHits(LIBRARY, question)).toEqual([]);
  });
});
