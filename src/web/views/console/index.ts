/** The views of the console's pages. */
export type { AllOrdersPage } from './all-orders-page.ts';
export type { AllOverviewPage, WaitingAtMerchant, WaitingLink } from './all-overview-page.ts';
export type { CheckoutHelpPage, CheckoutNotice, FoundCheckoutEntry } from './checkout-page.ts';
export type {
  AccountPage,
  ApiPasswordsPage,
  CodePage,
  ConsoleData,
  ConsoleProblemKind,
  ConsoleProblemPage,
  InvitationPage,
  PasswordPage,
  PeoplePage,
  ProofPage,
  RecoveryCodesPage,
  SandboxLinkPage,
  SessionEntry,
  SignInAgainPage,
  SignInPage,
  SignInProblem,
} from './console-data.ts';
export type { ChargebackEntry, DeadlineEntry, DisputeEntry, DisputesPage } from './disputes-page.ts';
export type { HomePage, MerchantEntry } from './home-page.ts';
export {
  LINK_INPUTS,
  type LinkEntry,
  type LinkForm,
  type LinkInput,
  type LinkPayment,
  type LinkProblems,
  type LinkStatusName,
  type LinksPage,
  type NewLinkPage,
  type PaymentLinkPage,
} from './link-pages.ts';
export { type MailsEntry, type MailsPage, REPORT_CHOICES } from './mails-page.ts';
export type {
  DisabledReceiver,
  NotificationEntry,
  NotificationPage,
  NotificationsPage,
  NotificationTryEntry,
} from './notification-pages.ts';
export type {
  ActNotice,
  ActProblem,
  OpenCheckoutEntry,
  OrderAct,
  OrderNoticeName,
  OrderPage,
  OrderTransactionEntry,
  PayerOnOrder,
} from './order-page.ts';
export type { ListedOrder, ListProblems, ListValues, OrdersPage, SearchedAs } from './orders-page.ts';
export type {
  DayOverview,
  DeclineReason,
  MovedMoney,
  NamedCounts,
  OverviewPage,
  PaymentCounts,
  TakenByDay,
} from './overview-page.ts';
export type {
  PayoutDifference,
  PayoutDifferenceKind,
  PayoutEntry,
  PayoutLineEntry,
  PayoutLineKind,
  PayoutPage,
  PayoutSums,
  PayoutsPage,
} from './payout-pages.ts';
export type {
  BrandingSettingsPage,
  CertificateEntry,
  CertificateSettingsPage,
  HostList,
  HostListName,
  HostSettingsPage,
  LookChoice,
  LookName,
  NotificationInput,
  NotificationMember,
  NotificationSettingsPage,
  SettingsPage,
  ShownMember,
  SigningKeyEntry,
} from './settings-pages.ts';
export type { ConsoleLink, ConsoleShell, DataDate } from './shell.ts';
export type { StaffAlarm, StaffDispute, StaffReport } from './staff-mails.ts';
export type {
  TimelineAct,
  TimelineAuthentication,
  TimelineEntry,
  TimelineNotification,
  TimelineStep,
  TimelineTransaction,
} from './timeline.ts';
export type { ViewEntry, ViewLink, ViewsPage } from './views-page.ts';
export type { WaitingEntry, WaitingNotice, WaitingPage } from './waiting-page.ts';
