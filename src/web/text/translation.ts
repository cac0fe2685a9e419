import type { en } from './en.ts';

/** The plural forms of a sentence in the categories of `Intl.PluralRules`. `other` always exists. */
export type Plural = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The keys of the English file, each with a sentence. `fill` replaces `{name}` in a sentence. */
export type Text = TranslationOf<typeof en>;

type TranslationOf<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : T[K] extends { other: string } ? Plural : TranslationOf<T[K]>;
};

/** The payment form's sentences. */
export type FormText = Text['form'];
