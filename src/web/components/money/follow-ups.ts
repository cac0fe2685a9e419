/** The shop's follow-ups of a payment (capture, refund, void) as steps with their times. */
import { fill, formatMoney } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { MoneyStep } from '../../views/index.ts';
import type { ReadableStep } from '../timeline/readable-step.ts';

export function followUpSteps(
  followUps: readonly MoneyStep[],
  { locale, shop }: { readonly locale: string; readonly shop: { readonly name: string } },
  { timeline }: Text,
): ReadableStep[] {
  const { paid, refunded, chargedBack } = timeline.money;
  const words = { ...timeline.moneyStep, paid, refunded, chargedBack };
  return followUps.map(({ kind, amount, at }) => ({
    label: fill(words[kind], { amount: formatMoney(locale, amount), shop: shop.name }),
    state: at === undefined ? 'open' : 'done',
    at,
  }));
}
