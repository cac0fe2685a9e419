/**
 * The rules of plain sentences: patterns and words that are rejected in comments, documents, names of tests and commit
 * subjects, each with the reason or the plain word. `scripts/check-prose.ts` applies them.
 */

/**
 * Openings of a sentence whose subject would be a relative clause or missing. A sentence that ends with `?` may have
 * them.
 */
export const RELATIVE_OPENING =
  /^(?:What|Who|Whose|Whom|Whoever|Whatever|That|Of|(?:By|For|To|In|With|From|On|At) (?:what|which|whose|whom))\b/;

/** The same for names of tests and commits. A name may continue the noun of its group: "whose answer was lost". */
export const RELATIVE_NAME = /^(?:what|who|whom|whoever|whatever|of what)\b/i;

export interface WordRule {
  readonly words: RegExp;
  readonly plain: string;
}

/** Private words, each with the usual term. Text in backticks is code and is not checked. */
export const WORDS: readonly WordRule[] = [
  { words: /\bjudg(?:e|es|ed|ing|ement|ements)\b/i, plain: 'validate, evaluate, check' },
  { words: /\bstand-ins?\b/i, plain: 'simulator' },
  { words: /\bhomewards?\b/i, plain: 'return' },
  { words: /\b(?:way|ways) (?:back|home)\b/i, plain: 'return' },
  { words: /\b(?:come|comes|came|coming|gets?|got|go|goes|went|lead|leads|led) home\b/i, plain: 'return' },
  { words: /\bheed(?:s|ed|ing)?\b/i, plain: 'back off, obey' },
  { words: /\bwhosoever|whomever|whereof|thereof|whence|thence\b/i, plain: 'a noun' },
  { words: /\b(?:asked|checked) bank\b/i, plain: 'ACS status, 3DS1 emulation' },
];

/** `area: imperative sentence`, in lower case after the colon, without a path of a machine. */
export const SUBJECT = /^[a-z0-9][a-z0-9 -]*: [a-z]/;
export const SUBJECT_LENGTH_MAX = 72;
/** Commits up to this one are older than the rule. */
export const SUBJECTS_CHECKED_AFTER = '722e1f1e16452a2d850c3678ff4ae05608263e2a';
export const MACHINE_PATH = /(?:^|[\s'"`(])\/(?:home|root|tmp|work|Users)\//;
