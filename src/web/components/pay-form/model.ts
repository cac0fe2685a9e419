import { fill, formatMoney } from '../../text/format.ts';
import type { FormText, Text } from '../../text/translation.ts';
import type { PaymentMethod, PayPage } from '../../views/index.ts';
import { type BrandColors, brandingOf } from '../branding.ts';
import { CARD_FIELDS, type CardField } from '../card-form/validate-card.ts';
import type { DetailText } from '../details/Details.tsx';
import { type ReadableGroup, readableDetails } from '../details/readable-details.ts';
import type { Problems } from '../form/problems.ts';
import { GIFT_CARD_FIELDS, type GiftCardField } from '../gift-card-form/validate-gift-card.ts';
import { instrumentName } from '../instrument-name.ts';
import { isBankTransfer } from '../provider-names.ts';

/** The data of the form, which is rendered on the server only; the page's script reads its part from the HTML. */
export interface PayFormModel {
  readonly action: string;
  readonly hidden: PayPage['hidden'];
  readonly methods: readonly PaymentMethod[];
  readonly method: PaymentMethod;
  readonly brands: PayPage['brands'];
  readonly providers: readonly ProviderModel[];
  readonly kept: PayPage['kept'];
  readonly savedCards: readonly ProviderModel[];
  /** The text about storing the card, with a checkbox if the payer is asked. */
  readonly saving?: { readonly isAsked: boolean; readonly text: string } | undefined;
  readonly errors: { readonly card: Problems<CardField>; readonly giftCard: Problems<GiftCardField> };
  /** The payer details that each method's form asks for or shows. */
  readonly details: Readonly<Record<PaymentMethod, readonly ReadableGroup[]>>;
  readonly detailText: DetailText;
  readonly isFramed?: boolean;
  readonly asksBrowser?: boolean | undefined;
  readonly asksBalance?: boolean | undefined;
  readonly paysParts?: boolean | undefined;
  /** The gift card to pay with, and the label of the button that discards it. */
  readonly keptGiftCard?: { readonly name: string; readonly other: string } | undefined;
  readonly cancelAction?: string | undefined;
  readonly branding: BrandColors;
  /** The sentence below the card's form about access to its number. */
  readonly safety: string;
  readonly labels: Readonly<Record<'button' | 'busy' | 'cancel' | 'errorTitle', string>>;
  readonly text: FormText;
}

/** A button to pay on a provider's pages, or with a stored card. */
export interface ProviderModel {
  /** The value of `method` in the posted form. */
  readonly id: string;
  readonly button: string;
  readonly busy: string;
  /** The symbol of the provider or the card. */
  readonly mark?: string;
}

export function payFormModel(page: PayPage, text: Text): PayFormModel {
  const total = page.part?.rest ?? page.summary.total;
  const amount = total === undefined ? '' : formatMoney(page.locale, total);
  return {
    action: page.action,
    hidden: page.hidden,
    methods: page.methods,
    method: page.method,
    brands: page.brands,
    providers: page.providers.map(({ id, name }) => ({
      id,
      mark: id,
      button: fill(isBankTransfer(name) ? text.pay.byTransfer : text.pay.provider, { amount, provider: name }),
      busy: isBankTransfer(name) ? text.choice.title : fill(text.atProvider.leaving, { provider: name }),
    })),
    kept: page.kept,
    savedCards: (page.savedCards ?? []).map(({ id, brand, lastFour }) => ({
      id,
      button: fill(text.pay.provider, { amount, provider: `${instrumentName(brand, text.done)} •••• ${lastFour}` }),
      busy: text.pay.busy[page.operation],
    })),
    saving: page.saving && {
      isAsked: page.saving === 'ASKED',
      text: fill(page.saving === 'ASKED' ? text.form.saveCard : text.form.savesCard, { shop: page.shop.name }),
    },
    errors: {
      card: page.method === 'card' ? pickProblems(CARD_FIELDS, page.errors) : {},
      giftCard: page.method === 'giftCard' ? pickProblems(GIFT_CARD_FIELDS, page.errors) : {},
    },
    details: { card: readableDetails(page, text, 'card'), giftCard: readableDetails(page, text, 'giftCard') },
    detailText: { locale: page.locale, optional: text.form.optional, choose: text.details.choose },
    isFramed: page.embedded !== undefined,
    asksBrowser: page.asksBrowser,
    asksBalance: page.asksBalance,
    paysParts: page.paysParts,
    keptGiftCard: page.keptGiftCard && {
      name: fill(text.giftCard.pays, { digits: page.keptGiftCard.lastFour }),
      other: text.giftCard.useOther,
    },
    cancelAction: page.cancelAction,
    branding: brandingOf(page.shop.color),
    safety: page.isUnmasked ? text.form.safety : fill(text.form.unseen, { shop: page.shop.name }),
    labels: {
      button: fill(text.pay.button[page.operation], { amount }),
      busy: text.pay.busy[page.operation],
      cancel: fill(text.form.cancel, { shop: page.shop.name }),
      errorTitle: fill(text.pay.error, { title: fill(text.pay.title[page.operation], { shop: page.shop.name }) }),
    },
    text: text.form,
  };
}

function pickProblems<F extends keyof PayPage['errors']>(fields: readonly F[], errors: PayPage['errors']): Problems<F> {
  return Object.fromEntries(
    fields.flatMap((field) => (errors[field] === undefined ? [] : [[field, errors[field]]])),
  ) as Problems<F>;
}
