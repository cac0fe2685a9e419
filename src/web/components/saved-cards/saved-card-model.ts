/** The data of the forms of saved cards. */
import { fill, formatMoney } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { PayPage } from '../../views/index.ts';
import { sentenceOf } from '../form/problems.ts';
import { savedCardName } from './readable-cards.ts';

export interface SavedCardModel {
  /** The value of `method` in the posted form. */
  readonly id: string;
  readonly name: string;
  readonly button: string;
  readonly busy: string;
  readonly expires: string | undefined;
  readonly asksBrowser: boolean;
  /** Absent: the shop does not ask for it. */
  readonly securityCode: { readonly hint: string; readonly error: string | undefined } | undefined;
}

/** American Express has the code on the front of the card. */
const CODE_ON_FRONT = 'AMEX';

export function savedCardModels(page: PayPage, text: Text): SavedCardModel[] {
  const { form } = text;
  const total = page.part?.rest ?? page.summary.total;
  const amount = total === undefined ? '' : formatMoney(page.locale, total);
  return (page.savedCards ?? []).map(({ id, brand, lastFour, expiry }) => {
    const problem = id === page.savedCard ? page.errors.securityCode : undefined;
    return {
      id,
      name: savedCardName(brand, lastFour, text),
      button: fill(text.pay.button[page.operation], { amount }),
      busy: text.pay.busy[page.operation],
      expires: expiry && fill(text.savedCards.expires, { date: expiry }),
      asksBrowser: page.asksSavedBrowser === true,
      securityCode: page.asksSavedCode && {
        hint: brand === CODE_ON_FRONT ? form.securityCodeHintFront : form.securityCodeHint,
        error: problem && sentenceOf(form.wrong.securityCode, problem),
      },
    };
  });
}
