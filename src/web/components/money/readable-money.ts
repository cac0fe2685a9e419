/** The state of a payment's money in the payer's words: one sentence for each state. */

import { fill, formatMoney } from '../../text/format.ts';
import type { Template } from '../../text/template.ts';
import type { Text } from '../../text/translation.ts';
import type { Amount, PaymentMoney, Shop } from '../../views/index.ts';
import { inOne } from '../order/notice.ts';
import { providerIn } from '../provider-names.ts';
import { joinedSums, moneySums, type Sum } from './sums.ts';

/**
 * `several`: more than one sum, or one without a sentence of its own. `undone`: voided. `expired`: reserved, and not
 * captured in time. `givenBack`: paid, and refunded in part or whole.
 */
export type MoneyStand = 'expired' | 'givenBack' | 'paid' | 'reserved' | 'several' | 'undone';

export interface ReadableMoney {
  readonly stand: MoneyStand;
  readonly title: string;
  /** The title's parts, if it has several sums. */
  readonly sums?: readonly Sum[];
  /** Empty where the title is enough. */
  readonly text: string;
}

/** The parties that a sentence names. A card payment has no provider. */
interface About {
  readonly locale: string;
  readonly shop: Pick<Shop, 'name' | 'timeZone'>;
  readonly provider?: string | undefined;
}

export function moneyStand({ paid, reserved, refunded, chargedBack, expired }: PaymentMoney): MoneyStand {
  if (refunded === undefined && chargedBack === undefined) {
    if (paid === undefined && reserved === undefined) {
      return expired === undefined ? 'undone' : 'expired';
    }
    return reserved === undefined ? 'paid' : paid === undefined ? 'reserved' : 'several';
  }
  const isRefundAlone = paid !== undefined && reserved === undefined && chargedBack === undefined;
  return isRefundAlone ? 'givenBack' : 'several';
}

/** The sum that a sentence inserts as its amount. */
const MAIN_SUMS = {
  expired: 'expired',
  givenBack: 'paid',
  paid: 'paid',
  reserved: 'reserved',
  several: 'paid',
  undone: 'cancelled',
} as const satisfies Readonly<Record<MoneyStand, keyof PaymentMoney>>;

export function readableMoney(money: PaymentMoney, about: About, text: Text): ReadableMoney {
  const { locale, shop, provider } = about;
  const stand = moneyStand(money);
  const formatted = (amount: Amount | undefined) => (amount === undefined ? '' : formatMoney(locale, amount));
  const words = {
    shop: shop.name,
    provider: providerIn(text, provider ?? ''),
    amount: formatted(money[MAIN_SUMS[stand]]),
    back: formatted(money.refunded),
  };
  if (stand === 'several') {
    const sums = moneySums(money, locale, text);
    return { stand, title: joinedSums(sums, locale, shop.timeZone), sums, text: severalText(money, shop.name, text) };
  }
  const [title, sentence] = sentencesOf(stand, provider !== undefined, text);
  return { stand, title: fill(title, words), text: fill(sentence, words) };
}

type MoneySentence = string | Template<'amount' | 'back' | 'provider' | 'shop'>;

function sentencesOf(
  stand: Exclude<MoneyStand, 'several'>,
  isAtProvider: boolean,
  { timeline }: Text,
): readonly [title: MoneySentence, text: MoneySentence] {
  if (stand === 'expired') {
    return [timeline.money.expiredTitle, timeline.money.expired];
  }
  const isOfCard = !isAtProvider && stand !== 'undone';
  return [timeline.title[stand], isOfCard ? timeline.card[stand] : timeline.text[stand]];
}

function severalText({ reserved, refunded }: PaymentMoney, shop: string, text: Text): string {
  const { refundTime } = text.timeline.money;
  const rest = fill(text.timeline.money.rest, { shop });
  if (reserved !== undefined && refunded !== undefined) {
    return inOne(text, rest, refundTime);
  }
  return reserved !== undefined ? rest : refunded !== undefined ? refundTime : '';
}
