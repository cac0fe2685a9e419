import type { en } from './en.ts';

/** Every form that some language needs; `other` is always there. The categories are those of `Intl.PluralRules`. */
export type Plural = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The keys of the English file, each with a sentence. `{name}` in a sentence is filled in by `fill`. */
export type Text = Translated<typeof en>;

type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : T[K] extends { other: string } ? Plural : Translated<T[K]>;
};

/** The payment form's sentences. */
export type FormText = Text['form'];
