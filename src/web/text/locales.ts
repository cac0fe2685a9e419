/**
 * Matches a reader's BCP 47 tags with the supported languages. Language and script decide, completed with CLDR's likely
 * subtags: `zh-TW` is `zh-Hant-TW`, so it does not match `zh-Hans`. Related languages do not match: Norwegian is not
 * Danish.
 */

/** If there are several texts in one language and script, the regions of each text except the first. */
export type LanguageRegions<Language extends string> = Partial<Record<Language, readonly string[]>>;

interface Match<Language> {
  readonly language: Language;
  /** The supported language with the wanted region: `zh-Hans-SG`, `pt-AO`, `de-CH`. */
  readonly locale: string;
}

type Matcher<Language> = (wanted: readonly string[], within?: Language) => Match<Language> | undefined;

/** Maximum number of tags that are read. A browser sends a handful; more are noise or an attack. */
const WANTED_MAX = 20;

/**
 * Size of the cache. Real browsers send few different lists, thousands of times, but a caller can invent more, so the
 * full cache is cleared.
 */
const ANSWERS_KEPT_MAX = 1_000;

/** The longest list to cache, longer than that of any real browser. */
const QUESTION_LENGTH_MAX = 200;

/**
 * @param languages BCP 47 tags
 * @returns a function that finds the first tag with a supported language, or with the language `within`; undefined if
 * there is none
 */
export function localeMatcher<Language extends string>(
  languages: readonly Language[],
  regions: LanguageRegions<Language>,
): Matcher<Language> {
  const ours = languages.map((language) => ({ language, likely: new Intl.Locale(language).maximize() }));

  const meeting = (wish: Intl.Locale, isScriptRight: boolean): Language | undefined => {
    const { language, script, region } = wish.maximize();
    const same = ours.filter(
      ({ likely }) => likely.language === language && (!isScriptRight || likely.script === script),
    );
    const regional = same.find((one) => regions[one.language]?.includes(region ?? ''));
    return (regional ?? same.find((one) => regions[one.language] === undefined))?.language;
  };

  return cacheMatches((wanted, within) => {
    const wishes = withoutBases(wanted.slice(0, WANTED_MAX).flatMap(parseTag));
    // A different script is better than a language that the reader did not list, but worse than the next tag.
    for (const isScriptRight of [true, false]) {
      for (const wish of wishes) {
        const language = meeting(wish, isScriptRight);
        if (language !== undefined && (within === undefined || language === within)) {
          return { language, locale: localeIn(language, wish.region) };
        }
      }
    }
    return undefined;
  });
}

/** Caches matches, since parsing and completing the tags took a twentieth of the time of a page. */
function cacheMatches<Language extends string>(match: Matcher<Language>): Matcher<Language> {
  const answers = new Map<string, Match<Language> | undefined>();
  return (wanted, within) => {
    const question = JSON.stringify([within, wanted]);
    if (answers.has(question)) {
      return answers.get(question);
    }
    const answer = match(wanted, within);
    if (question.length <= QUESTION_LENGTH_MAX) {
      if (answers.size === ANSWERS_KEPT_MAX) {
        answers.clear();
      }
      answers.set(question, answer);
    }
    return answer;
  };
}

/** @param region replaces the language's own */
export function localeIn(language: string, region = new Intl.Locale(language).region): string {
  const { language: first, script } = new Intl.Locale(language);
  return [first, script, region].filter((part) => part !== undefined).join('-');
}

/** Removes the base tags that browsers add: `zh` after `zh-TW` does not mean the likely `zh-Hans`. */
function withoutBases(wishes: readonly Intl.Locale[]): Intl.Locale[] {
  return wishes.filter(
    ({ language, baseName }, index) =>
      baseName !== language || !wishes.slice(0, index).some((earlier) => earlier.language === language),
  );
}

/** Accepts `en_GB` of POSIX too, which older merchants send. */
function parseTag(tag: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(tag.trim().replaceAll('_', '-'))];
  } catch {
    return [];
  }
}
