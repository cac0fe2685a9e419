/** Compiles the messages of a locale's file: a placeholder is found once, not for each page. */

/** A sentence with `{placeholders}`, split at them. `fill` inserts their values. */
export interface Template<Placeholder extends string> {
  readonly start: string;
  readonly slots: readonly { readonly name: Placeholder; readonly after: string }[];
}

/** The forms of a sentence by the categories of `Intl.PluralRules`. `other` always exists. */
export type Plural<Placeholder extends string> = { readonly other: Form<Placeholder> } & Partial<
  Record<Intl.LDMLPluralRule, Form<Placeholder>>
>;

/** A language can have a form without the number: "one more item". */
type Form<Placeholder extends string> = string | Template<Placeholder>;

/** The messages as in the file of a locale. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

interface Compiled {
  [key: string]: string | Template<string> | Compiled;
}

/** The plural forms of a message are separate keys, as in i18next: `more_one`, `more_other`. */
const PLURAL_KEY = /^(.+)_(zero|one|two|few|many|other)$/;

/** @returns the messages under the same keys, with the forms of a plural under one */
export function compileMessages(tree: MessageTree): Compiled {
  const compiled: Compiled = {};
  for (const [key, value] of Object.entries(tree)) {
    const message = typeof value === 'string' ? compileSentence(value) : compileMessages(value);
    const [, name, category] = PLURAL_KEY.exec(key) ?? [];
    if (name === undefined || category === undefined) {
      compiled[key] = message;
    } else {
      compiled[name] = { ...(compiled[name] as Compiled | undefined), [category]: message };
    }
  }
  return compiled;
}

/** @returns the sentence itself if it has no placeholder */
export function compileSentence(sentence: string): string | Template<string> {
  const [start = '', ...rest] = sentence.split(/\{(\w+)\}/);
  const slots = Array.from({ length: rest.length / 2 }, (_, index) => ({
    name: rest[2 * index] ?? '',
    after: rest[2 * index + 1] ?? '',
  }));
  return slots.length === 0 ? sentence : { start, slots };
}
