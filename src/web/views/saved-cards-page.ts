/** The page on which a payer sees and deletes saved cards. */
import type { PageBase } from './page-base.ts';

export interface SavedCardsPage extends PageBase {
  readonly kind: 'savedCards';
  /** POST target of the delete buttons, each with the card's `id` as `card`. */
  readonly action: string;
  readonly cards: readonly KeptCard[];
  /** The link to the page is no longer valid: the page shows no card. */
  readonly isOver?: true;
}

export interface KeptCard {
  readonly id: string;
  readonly brand: string;
  readonly lastFour: string;
  /** `MM/YY`. */
  readonly expiry?: string | undefined;
  readonly isExpired?: true | undefined;
  /** ISO 8601. */
  readonly savedAt: string;
  readonly keptUntil: string;
}
