/** The commands of the pay page, and which of them a posted form is. Pure. */
import type { WalletId } from '../../web/views/index.ts';
import type { Checkout } from '../session/session.ts';
import type { SavedCard } from './saved-cards.ts';

type NoData = unknown;

/** The commands by name, with their data. */
interface Commands {
  /** Pays with the card or gift card in the form, or the gift card that a balance inquiry has stored. */
  payEntered: NoData;
  /** Operation NONE: stores the card in the session, without a charge. */
  storeEntered: NoData;
  payWithSavedCard: { readonly saved: SavedCard };
  payWithWallet: { readonly wallet: WalletId };
  /** Shows the form again: the chosen card is not offered any more. */
  refuseUnsavedCard: NoData;
  payAtProvider: { readonly provider: string };
  /** On a confirmation link: authenticates the payer for the merchant's stored card, which is then charged. */
  confirmStoredCard: NoData;
  /** Shows the balance of the gift card in the form. */
  askBalance: NoData;
  /** Discards the gift card that a balance inquiry has stored, and shows empty inputs. */
  enterOtherGiftCard: NoData;
  /** Releases the gift card that is held for a part of the order. */
  releaseGiftCard: NoData;
  /** Shows the form again in another language. */
  changeLanguage: NoData;
  /** Shows the form again with a new time limit. */
  extendSession: NoData;
}

export type CommandName = keyof Commands;

export type Command<Name extends CommandName = CommandName> = {
  [One in Name]: { readonly name: One } & Commands[One];
}[Name];

/** The checkout's data that decides which command a form is. */
export interface Offers {
  readonly operation: Checkout['operation'];
  /** A confirmation link's page has a single button. */
  readonly isConfirmation: boolean;
  readonly wallets: readonly WalletId[];
  /** Ids of the providers that the page offers. */
  readonly providers: readonly string[];
  readonly savedCards: readonly SavedCard[];
  /** The form pays with the gift card of a balance inquiry, which is still stored. */
  readonly isStoredGiftCard: boolean;
}

/** Buttons of the form, in order of precedence: a form posted by script may have several. */
const BUTTONS = [
  ['giftCardOff', 'releaseGiftCard'],
  ['otherCard', 'enterOtherGiftCard'],
  ['language', 'changeLanguage'],
  ['moreTime', 'extendSession'],
] as const;

/** The ids of saved cards begin with it. */
const SAVED = 'saved-';

/**
 * @param fields of a form to a checkout that can be paid; a method that is not offered is read as a card, except a
 *   saved card
 */
export function commandOf(fields: URLSearchParams, offers: Offers): Command {
  if (offers.isConfirmation) {
    return { name: 'confirmStoredCard' };
  }
  const method = fields.get('method') ?? '';
  if (offers.providers.includes(method)) {
    return { name: 'payAtProvider', provider: method };
  }
  const wallet = offers.wallets.find((id) => id === method);
  if (wallet !== undefined) {
    return { name: 'payWithWallet', wallet };
  }
  const saved = offers.savedCards.find(({ choice }) => choice.id === method);
  if (saved !== undefined) {
    return { name: 'payWithSavedCard', saved };
  }
  for (const [button, name] of BUTTONS) {
    if (fields.has(button)) {
      return { name };
    }
  }
  if (method.startsWith(SAVED)) {
    return { name: 'refuseUnsavedCard' };
  }
  if (fields.has('balance') && (method === 'giftCard' || offers.isStoredGiftCard)) {
    return { name: 'askBalance' };
  }
  return { name: offers.operation === 'NONE' ? 'storeEntered' : 'payEntered' };
}
