/** The words of the payer's part of an order's page. */
import { textFor } from '../../text/index.ts';
import type { PayerOnOrder } from '../../views/console/index.ts';
import { readableOutcome } from '../timeline/readable-outcome.ts';

export interface ShownToPayer {
  /** BCP 47. */
  readonly locale: string;
  readonly direction: string;
  /** In English: German. */
  readonly language: string;
  readonly title: string;
  /** Empty where the title is enough. */
  readonly text: string;
}

export function shownToPayer({ view }: PayerOnOrder): ShownToPayer | undefined {
  if (view === undefined) {
    return undefined;
  }
  const { locale } = view;
  const words = textFor(locale);
  const { title, text } = readableOutcome(view, words);
  const language = new Intl.DisplayNames(['en'], { type: 'language' }).of(locale) ?? locale;
  return { locale, direction: words.direction, language, title, text };
}
