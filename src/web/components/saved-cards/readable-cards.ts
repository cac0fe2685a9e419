/** The saved cards as their payer reads them. */
import { fill } from '../../text/format.ts';
import { formatDate } from '../../text/format-time.ts';
import type { Text } from '../../text/translation.ts';
import type { SavedCardsPage } from '../../views/index.ts';
import { instrumentName } from '../instrument-name.ts';

export interface ReadableCard {
  readonly id: string;
  readonly name: string;
  readonly facts: readonly string[];
  /** Names the card, since all buttons read the same. */
  readonly deleteLabel: string;
}

export function readableCards({ cards, locale }: SavedCardsPage, text: Text): ReadableCard[] {
  const words = text.savedCards;
  return cards.map(({ id, brand, lastFour, expiry, isExpired, savedAt, keptUntil }) => {
    const name = savedCardName(brand, lastFour, text);
    const expires = isExpired ? words.expired : expiry && fill(words.expires, { date: expiry });
    return {
      id,
      name,
      facts: [
        expires,
        fill(words.saved, { date: formatDate(locale, savedAt) }),
        fill(words.until, { date: formatDate(locale, keptUntil) }),
      ].filter((fact) => fact !== undefined),
      deleteLabel: fill(words.deleteCard, { card: name }),
    };
  });
}

/** @example savedCardName('VISA', '1019', text) // 'Visa •••• 1019' */
export function savedCardName(brand: string, lastFour: string, { done }: Pick<Text, 'done'>): string {
  return `${instrumentName(brand, done)} •••• ${lastFour}`;
}
