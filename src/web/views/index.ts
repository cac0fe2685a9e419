/**
 * The views of the payer's pages: one type for each page, complete before Astro renders it. Pages make no decisions
 * about money.
 */
export type { Amount } from './amount.ts';
export type { AtProviderPage } from './at-provider-page.ts';
export type { AskingBankPage, AuthenticationPage, BankAsksPage, ChallengePage } from './authentication-page.ts';
export type {
  ApprovingPage,
  ChoiceOption,
  ChoicePage,
  ChoosingPage,
  CodeOverPage,
  CodePage,
  NamingPage,
  StartedPage,
  TypedField,
} from './choice-page.ts';
export type { ConfirmationPage } from './confirmation-page.ts';
export type { DevicePage } from './device-page.ts';
export type { DonePage } from './done-page.ts';
export type { LeaveFramePage } from './leave-frame-page.ts';
export type { LinkPage, LinkRoom, TypedText } from './link-page.ts';
export type { MerchantPostPage } from './merchant-post-page.ts';
export type { OrderSummary } from './order-summary.ts';
export type {
  AppAround,
  Embedded,
  FrameColors,
  MoneyAtProvider,
  Poll,
  ReturnLink,
  Shop,
  ShopLogo,
  ShopLook,
} from './page-base.ts';
export type {
  CheckoutPage,
  ConsolePageOrder,
  DocsPageOrder,
  OtherSites,
  PageAnswer,
  PageData,
  PageOrder,
  PageView,
  PayerPageOrder,
  ResultPage,
  ViewsByKind,
} from './page-data.ts';
export type { DeclineAdvice, PayNotice, ProviderFailure, UnconfirmedReason } from './pay-notice.ts';
export type {
  Artwork,
  CardStorage,
  FormField,
  FormProblem,
  PayPage,
  ProviderChoice,
  ProviderMark,
  SavedCardChoice,
  WalletButton,
  WalletId,
} from './pay-page.ts';
export type { AddressPart, Detail, DetailGroup, DetailGroupName, DetailName, DetailPart } from './payer-details.ts';
export { SAME_AS_DELIVERY } from './payer-details.ts';
export type { PaymentMethod } from './payment-method.ts';
export type { MadePayment, MoneyStep, PaymentMoney } from './payment-money.ts';
export type { PaymentOutcome } from './payment-outcome.ts';
export type { ProblemPage } from './problem-page.ts';
export type { PaidPart, Receipt } from './receipt.ts';
export type { ReturningPage } from './returning-page.ts';
export type { KeptCard, SavedCardsPage } from './saved-cards-page.ts';
export type { StatusPage, TimelineStep } from './status-page.ts';
export type { AwaitedAnswer, UnpayablePage } from './unpayable-page.ts';
export type { WaitingPage } from './waiting-page.ts';
