import { fill, formatMoney } from '../../text/format.ts';
import type { FormText, Text } from '../../text/translation.ts';
import type { PaymentMethod, PayPage, ProviderChoice, WalletButton } from '../../views/index.ts';
import { type BrandColors, brandingOf } from '../branding.ts';
import { type CardRefusalModel, cardRefusalModel } from '../card-form/card-refusals.ts';
import { CARD_FIELDS, type CardField } from '../card-form/validate-card.ts';
import type { DetailText } from '../details/Details.tsx';
import { type ReadableGroup, readableDetails } from '../details/readable-details.ts';
import type { SoleError } from '../form/Field.tsx';
import type { Problems } from '../form/problems.ts';
import { GIFT_CARD_FIELDS, type GiftCardField } from '../gift-card-form/validate-gift-card.ts';
import { inOne, moneySentence } from '../order/notice.ts';
import { isBankTransfer, providerIn } from '../provider-names.ts';
import { type SavedCardModel, savedCardModels } from '../saved-cards/saved-card-model.ts';
import { type SavingModel, savingModel } from '../saved-cards/saving-model.ts';

/** The data of the form, which is rendered on the server only; the page's script reads its part from the HTML. */
export interface PayFormModel {
  readonly action: string;
  readonly hidden: PayPage['hidden'];
  readonly methods: readonly PaymentMethod[];
  readonly brands: PayPage['brands'];
  readonly cardRefusals?: CardRefusalModel | undefined;
  /** The entry of the list that is open: a payment method, or the id of a stored card. */
  readonly open: string;
  readonly wallets: readonly WalletModel[];
  readonly providers: readonly ButtonMethod[];
  readonly kept: PayPage['kept'];
  readonly deviceWallets: readonly DeviceWalletModel[];
  readonly savedCards: readonly SavedCardModel[];
  /** The page on which the payer deletes saved cards. */
  readonly savedCardsHref?: string | undefined;
  /** The text about storing the card, with a checkbox if the payer is asked. */
  readonly saving?: SavingModel | undefined;
  readonly errors: { readonly card: Problems<CardField>; readonly giftCard: Problems<GiftCardField> };
  /** The payer details that each method's form asks for or shows. */
  readonly details: Readonly<Record<PaymentMethod, readonly ReadableGroup[]>>;
  readonly detailText: DetailText;
  readonly isFramed?: boolean;
  /** How a single error is read aloud; several have a summary. */
  readonly soleError: SoleError;
  readonly asksBrowser?: boolean | undefined;
  readonly asksBalance?: boolean | undefined;
  readonly paysParts?: boolean | undefined;
  /** The gift card to pay with, and the label of the button that discards it. */
  readonly keptGiftCard?: { readonly name: string; readonly other: string } | undefined;
  readonly cancelAction?: string | undefined;
  readonly branding: BrandColors;
  /** The sentence below the card's form about access to its number. */
  readonly safety: string;
  readonly labels: Readonly<Record<'button' | 'busy' | 'cancel' | 'errorTitle' | 'savedCards', string>>;
  readonly text: FormText;
}

/** The button of a wallet. */
export interface DeviceWalletModel extends WalletButton {
  /** Present if the operator has installed the wallet's artwork. */
  readonly mark?: string | undefined;
  /** The accessible name, with the amount. */
  readonly button: string;
  /** The message if the wallet fails. */
  readonly failed: string;
}

/** A way to pay by one press: on a provider's pages, or with a stored card. */
export interface ButtonMethod {
  /** The value of `method` in the posted form. */
  readonly id: string;
  readonly name: string;
  readonly button: string;
  readonly busy: string;
  /** The next step, where it is on another page. */
  readonly about?: string | undefined;
  /** The symbol of the provider. */
  readonly mark?: string;
}

/** A wallet, whose button has the wallet's colour. */
export interface WalletModel extends ButtonMethod {
  readonly mark: string;
  readonly branding: BrandColors;
}

export function payFormModel(page: PayPage, text: Text): PayFormModel {
  const total = page.part?.rest ?? page.summary.total;
  const amount = total === undefined ? '' : formatMoney(page.locale, total);
  return {
    action: page.action,
    hidden: page.hidden,
    methods: page.methods,
    open: openEntry(page),
    brands: page.brands,
    cardRefusals: cardRefusalModel(page, text),
    wallets: page.providers
      .filter(({ isWallet }) => isWallet)
      .map((wallet) => ({ ...providerMethod(wallet, amount, page, text), branding: brandingOf(wallet.mark.color) })),
    providers: page.providers
      .filter(({ isWallet }) => !isWallet)
      .map((provider) => providerMethod(provider, amount, page, text)),
    deviceWallets: (page.deviceWallets ?? []).map((wallet) => ({
      ...wallet,
      mark: page.artwork?.[wallet.id] === undefined ? undefined : wallet.id,
      button: fill(text.pay.provider, { amount, provider: wallet.name }),
      failed: failedWallet(wallet, page, text),
    })),
    kept: page.kept,
    savedCards: savedCardModels(page, text),
    savedCardsHref: page.savedCardsHref,
    saving: savingModel(page, text),
    errors: {
      card: page.method === 'card' && page.savedCard === undefined ? pickProblems(CARD_FIELDS, page.errors) : {},
      giftCard: page.method === 'giftCard' ? pickProblems(GIFT_CARD_FIELDS, page.errors) : {},
    },
    details: { card: readableDetails(page, text, 'card'), giftCard: readableDetails(page, text, 'giftCard') },
    detailText: {
      locale: page.locale,
      optional: text.form.optional,
      choose: text.details.choose,
      soleError: soleErrorOf(page),
    },
    isFramed: page.embedded !== undefined,
    soleError: soleErrorOf(page),
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
      savedCards: text.savedCards.manage,
      cancel: fill(text.form.cancel, { shop: page.shop.name }),
      errorTitle: fill(text.pay.error, { title: fill(text.pay.title[page.operation], { shop: page.shop.name }) }),
    },
    text: text.form,
  };
}

/** In a frame of the shop's page an element must not take the focus by itself. */
function soleErrorOf({ errors, embedded }: PayPage): SoleError {
  if (Object.keys(errors).length !== 1) {
    return undefined;
  }
  return embedded === undefined ? 'focus' : 'alert';
}

/** A payer with a stored card most probably pays with it, unless the form shows the result of another attempt. */
function openEntry({ savedCards, savedCard, method, errors, notice }: PayPage): string {
  const isNew = method === 'card' && notice === undefined && Object.keys(errors).length === 0;
  return savedCard ?? (isNew ? savedCards?.[0]?.id : undefined) ?? method;
}

function providerMethod({ id, name }: ProviderChoice, amount: string, { shop }: PayPage, text: Text) {
  const isTransfer = isBankTransfer(name);
  return {
    id,
    name: providerIn(text, name),
    mark: id,
    about: isTransfer ? fill(text.choice.lead, { shop: shop.name }) : text.pay.next,
    button: fill(isTransfer ? text.pay.byTransfer : text.pay.provider, { amount, provider: name }),
    busy: isTransfer ? text.choice.title : fill(text.atProvider.leaving, { provider: name }),
  };
}

/** The token was not sent. */
function failedWallet({ name }: WalletButton, page: PayPage, text: Text): string {
  const title = fill(text.sentence, { words: fill(text.notice.wallet, { wallet: name }) });
  return inOne(text, title, inOne(text, moneySentence(page, text), text.notice.otherWay));
}

function pickProblems<F extends keyof PayPage['errors']>(fields: readonly F[], errors: PayPage['errors']): Problems<F> {
  return Object.fromEntries(
    fields.flatMap((field) => (errors[field] === undefined ? [] : [[field, errors[field]]])),
  ) as Problems<F>;
}
