/**
 * Which of our languages a reader gets who wants some BCP 47 tags. Language and script decide, completed by the likely
 * subtags of CLDR: `zh-TW` is `zh-Hant-TW`, and so another one than `zh-Hans`. Nobody is given a language that is only
 * like theirs: Norwegian is not Danish.
 */

/** Of several texts in one language and script: the regions of each but the first. */
export type LanguageRegions<Language extends string> = Partial<Record<Language, readonly string[]>>;

interface Match<Language> {
  readonly language: Language;
  /** Our language, with the region that was wanted: `zh-Hans-SG`, `pt-AO`, `de-CH`. */
  readonly locale: string;
}

type Matcher<Language> = (wanted: readonly string[], within?: Language) => Match<Language> | undefined;

/** A payer's browser names a handful of languages; more is noise, or someone who wants to keep us busy. */
const WANTED_MAX = 20;

/**
 * Payers' browsers ask in few ways, thousands of times. Anybody can think of more, so all are forgotten at this many.
 */
const ANSWERS_KEPT_MAX = 1_000;

/** No browser's own wishes are longer. */
const QUESTION_LENGTH_MAX = 200;

/**
 * @param languages BCP 47 tags
 * @returns finds the first wish that one of them meets; `within` one of them alone. Undefined where none does
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

  return kept((wanted, within) => {
    const wishes = withoutBases(wanted.slice(0, WANTED_MAX).flatMap(parsed));
    // Another script is better than a language that nobody asked for, but not than the next wish.
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

/** Parsing and completing tags took a twentieth of a page's time. */
function kept<Language extends string>(match: Matcher<Language>): Matcher<Language> {
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

/** @param region in place of the language's own */
export function localeIn(language: string, region = new Intl.Locale(language).region): string {
  const { language: first, script } = new Intl.Locale(language);
  return [first, script, region].filter((part) => part !== undefined).join('-');
}

/** Browsers add to each tag its base: after `zh-TW`, `zh` is no wish for the likely `zh-Hans`. */
function withoutBases(wishes: readonly Intl.Locale[]): Intl.Locale[] {
  return wishes.filter(
    ({ language, baseName }, index) =>
      baseName !== language || !wishes.slice(0, index).some((earlier) => earlier.language === language),
  );
}

/** Older merchants write `en_GB`, as POSIX does. */
function parsed(tag: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(tag.trim().replaceAll('_', '-'))];
  } catch {
    return [];
  }
}
