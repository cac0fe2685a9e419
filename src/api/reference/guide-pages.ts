/** Makes the data of the guides' pages. */

import type { GuideEntry, GuideHit, GuidePage, GuidesPage } from '../../web/views/docs/index.ts';
import {
  type BuiltChapter,
  type BuiltGuide,
  type ExampleOrigins,
  type GuideLibrary,
  withOrigins,
} from './built-guides.ts';
import { wordsOf } from './search.ts';

/** Maximum number of sections that a search shows. */
const HITS_MAX = 20;
/** The length of an excerpt of a section. It begins shortly before the first word found. */
const EXCERPT_CHARACTERS = 180;
const CHARACTERS_BEFORE = 40;

const hrefOf = (slug: string) => `/docs/guide/${slug}`;

const entryOf = ({ slug, title, summary }: BuiltGuide): GuideEntry => ({ href: hrefOf(slug), title, summary });

const chapterOf = ({ title, doc, guides }: BuiltChapter) => ({ title, doc, guides: guides.map(entryOf) });

export async function guidesPage(library: GuideLibrary): Promise<GuidesPage> {
  return { chapters: (await library()).map(chapterOf) };
}

/** @returns undefined if there is no such guide */
export async function guidePage(
  library: GuideLibrary,
  slug: string,
  origins: ExampleOrigins,
): Promise<GuidePage | undefined> {
  const chapters = await library();
  const chapter = chapters.find(({ guides }) => guides.some((guide) => guide.slug === slug));
  const all = chapters.flatMap(({ guides }) => guides);
  const at = all.findIndex((guide) => guide.slug === slug);
  const guide = all[at];
  if (chapter === undefined || guide === undefined) {
    return undefined;
  }
  const beside = (one: BuiltGuide | undefined) => (one === undefined ? undefined : entryOf(one));
  return {
    ...entryOf(guide),
    html: withOrigins(guide.html, origins),
    sections: guide.sections.filter(({ depth }) => depth === 2).map(({ anchor, heading }) => ({ anchor, heading })),
    chapter: chapterOf(chapter),
    previous: beside(all[at - 1]),
    next: beside(all[at + 1]),
  };
}

/**
 * The sections with every word of the query in their text or headings, by `rankOf`.
 * @param excerpt makes the text shown of a section
 */
export async function guideHits(
  library: GuideLibrary,
  question: string,
  excerpt = excerptOf,
): Promise<readonly GuideHit[]> {
  const words = wordsOf(question);
  if (words.length === 0) {
    return [];
  }
  const guides = (await library()).flatMap((chapter) => chapter.guides);
  const found = guides.flatMap(({ slug, title, sections }) =>
    sections.flatMap(({ anchor, heading, text }) => {
      const headings = `${title} ${heading}`.toLowerCase();
      const whole = `${headings} ${text.toLowerCase()}`;
      if (!words.every((word) => whole.includes(word))) {
        return [];
      }
      const place = { href: `${hrefOf(slug)}#${anchor}`, title, heading };
      return [{ place, text, rank: rankOf(words, headings, whole) }];
    }),
  );
  const shown = found.sort((a, b) => a.rank - b.rank).slice(0, HITS_MAX);
  // Makes excerpts only of the shown sections: a short word is in every section, and excerpts of all would take ten
  // times as long as the search.
  return shown.map(({ place, text }) => ({ ...place, excerpt: excerpt(text, words) }));
}

/** Ranks headings with the words before texts with the words, and adjacent words before separate words. */
function rankOf(words: readonly string[], headings: string, whole: string): number {
  const phrase = words.join(' ');
  if (headings.includes(phrase)) {
    return 0;
  }
  if (words.every((word) => headings.includes(word))) {
    return 1;
  }
  return whole.includes(phrase) ? 2 : 3;
}

/** An excerpt that begins shortly before the words, or before the first word found, and ends with a whole word. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const [first = 0] = [words.join(' '), ...words].map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const from = first <= CHARACTERS_BEFORE ? 0 : text.indexOf(' ', first - CHARACTERS_BEFORE) + 1;
  const left = text.slice(from);
  const end = left.length <= EXCERPT_CHARACTERS ? left.length : left.lastIndexOf(' ', EXCERPT_CHARACTERS);
  return `${from === 0 ? '' : '… '}${left.slice(0, end)}${end === left.length ? '' : ' …'}`;
}
