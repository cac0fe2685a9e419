/**
 * The page on which a payer sees and deletes saved cards, and its form. Showing it changes nothing, however often
 * robots open the link. It cannot pay.
 */
import { openedToken, tokenStatus } from '../../core/index.ts';
import type { CustomerCard } from '../../core/ports/index.ts';
import type { KeptCard, PageAnswer, SavedCardsPage } from '../../web/views/index.ts';
import { expiryOf } from '../pay/saved-cards.ts';
import { type PayerLanguages, payerLocale } from '../payer/payer-languages.ts';
import { addressOf, readSavedCardsHandle } from '../receipt/saved-cards-link.ts';
import { shopOf, testModeOf } from '../receipt/shop.ts';
import type { PayerDependencies } from '../status/checkout-status.ts';

/** The page at `/checkout/cards/{handle}`. */
export async function savedCardsPage(
  dependencies: PayerDependencies,
  handle: string,
  languages: PayerLanguages,
): Promise<PageAnswer<SavedCardsPage>> {
  const { gateway } = dependencies;
  const locale = payerLocale(dependencies, languages);
  const link = readSavedCardsHandle(gateway.sealer, handle);
  const merchant = link && (await dependencies.merchantByKey(link.merchantKey));
  if (link === undefined || merchant === undefined) {
    return { problem: { kind: 'notFound', locale } };
  }
  const isOver = link.validUntil <= gateway.clock.now();
  const cards = isOver ? [] : await gateway.savedCards.ofKey(link.customerKey);
  return {
    page: {
      kind: 'savedCards',
      locale,
      testMode: testModeOf(dependencies),
      shop: shopOf(merchant),
      action: addressOf(handle),
      cards: cards.flatMap((card) => keptCard(gateway, card)),
      isOver: isOver ? true : undefined,
    },
  };
}

/** @returns none for a token that has no card number */
export function keptCard(
  { sealer, cardFacts, clock }: Pick<PayerDependencies['gateway'], 'cardFacts' | 'clock' | 'sealer'>,
  card: CustomerCard,
): KeptCard[] {
  const { number: secret, expiry } = openedToken(sealer, card.token).sourceOfFunds?.provided?.card ?? {};
  const number = secret?.reveal();
  if (number === undefined) {
    return [];
  }
  return [
    {
      id: card.key.toString(),
      brand: cardFacts(number).brand,
      lastFour: number.slice(-4),
      expiry: expiryOf(expiry),
      isExpired: tokenStatus(card.token.fields, clock.now()) === 'INVALID' ? true : undefined,
      savedAt: new Date(card.createdAt).toISOString(),
      keptUntil: new Date(card.keptUntil).toISOString(),
    },
  ];
}

/**
 * Deletes the card that the form names, if it is one of the link's payer. A repeated form changes nothing.
 * @returns the address of the page
 */
export async function deleteSavedCard(
  { gateway }: PayerDependencies,
  handle: string,
  fields: URLSearchParams,
): Promise<string> {
  const link = readSavedCardsHandle(gateway.sealer, handle);
  const card = fields.get('card') ?? '';
  if (link !== undefined && link.validUntil > gateway.clock.now() && /^\d{1,16}$/.test(card)) {
    await gateway.savedCards.remove({ key: Number(card), customerKey: link.customerKey });
  }
  return addressOf(handle);
}
