/** The text about storing the card of this payment: who keeps it, for what, and until when. */
import { fill, plural } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { PayPage } from '../../views/index.ts';
import { inOne } from '../order/notice.ts';

export interface SavingModel {
  /** Whether the payer is asked by a checkbox. */
  readonly isAsked: boolean;
  readonly text: string;
  /** Below the checkbox, if the card is kept for this payer. */
  readonly about: string | undefined;
}

export function savingModel({ saving, savedMonths, shop, locale }: PayPage, text: Text): SavingModel | undefined {
  const { savedCards, form } = text;
  const named = { shop: shop.name };
  return (
    saving && {
      isAsked: saving === 'ASKED',
      text: fill(saving === 'ASKED' ? form.saveCard : form.savesCard, named),
      about:
        savedMonths === undefined
          ? undefined
          : inOne(text, fill(savedCards.keeper, named), plural(locale, savedCards.keeps, savedMonths)),
    }
  );
}
