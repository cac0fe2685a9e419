/** A handler for each address of the console. The table does not compile without one. */
import type { CONSOLE_ROUTES, ConsoleRouteName } from '../routes.ts';
import { allOrdersPage, submitAllOrdersSearch } from './all-orders-pages.ts';
import { allOverviewPage } from './all-overview-page.ts';
import type { ConsoleAnswer, ConsoleRequest, MerchantRequest, PersonRequest } from './answer.ts';
import { apiPasswordsPage, submitEndOfFormer, submitNewApiPassword } from './api-password-pages.ts';
import { brandingPreview, brandingSettingsPage, submitBranding } from './branding-pages.ts';
import { certificateSettingsPage, submitCertificate } from './certificate-pages.ts';
import { checkoutPage, submitUntriedCheckoutEnd } from './checkout-pages.ts';
import { disputesFile, disputesPage } from './dispute-pages.ts';
import { homePage } from './home-page.ts';
import { hostSettingsPage, submitHosts } from './host-pages.ts';
import { linksPage, newLinkPage, paymentLinkPage, submitEndLink, submitNewLink } from './link-pages.ts';
import { brandingLogo, submitLogo } from './logo-pages.ts';
import { mailsPage, submitMails } from './mail-pages.ts';
import { notificationPage, notificationsPage, submitResend } from './notification-pages.ts';
import {
  notificationSettingsPage,
  submitKeyRotation,
  submitNotificationMember,
} from './notification-settings-pages.ts';
import { openIdReturn, toOpenIdProvider } from './openid-pages.ts';
import { orderPage, submitCapture, submitRefund, submitVoid } from './order-pages.ts';
import { merchantPage, orderFile, ordersPage, submitSearch } from './orders-pages.ts';
import { overviewPage } from './overview-page.ts';
import { passwordPage, submitNewPassword } from './password-pages.ts';
import { submitCardDeletion, submitCheckoutEnd, submitReceipt } from './payer-help-pages.ts';
import { payoutFilePage, payoutPage, payoutsPage } from './payout-pages.ts';
import { accountPage, endSession, peoplePage } from './person-pages.ts';
import { settingsPage } from './settings-pages.ts';
import {
  acceptInvitation,
  codePage,
  invitationPage,
  sandboxLinkPage,
  signInPage,
  submitCode,
  submitPassword,
  submitSignOut,
  useSandboxLink,
} from './sign-in-pages.ts';
import { submitView, submitViewEnd, submitViewName, viewPage, viewsPage } from './view-pages.ts';
import { submitDecision, waitingPage } from './waiting-pages.ts';

type Routes = typeof CONSOLE_ROUTES;

type RequestOf<Name extends ConsoleRouteName> = Routes[Name]['access'] extends 'ANYONE'
  ? ConsoleRequest
  : Routes[Name]['access'] extends 'SIGNED_IN'
    ? PersonRequest
    : MerchantRequest;

type Handler<Name extends ConsoleRouteName> = (request: RequestOf<Name>) => Promise<ConsoleAnswer>;

type HandlersOf<Name extends ConsoleRouteName> = Routes[Name]['takes'] extends 'PAGE'
  ? { readonly page: Handler<Name> }
  : Routes[Name]['takes'] extends 'FORM'
    ? { readonly form: Handler<Name> }
    : { readonly page: Handler<Name>; readonly form: Handler<Name> };

export const CONSOLE_HANDLERS: { readonly [Name in ConsoleRouteName]: HandlersOf<Name> } = {
  signIn: { page: (request) => signInPage(request), form: submitPassword },
  code: { page: (request) => codePage(request), form: submitCode },
  openId: { page: toOpenIdProvider },
  openIdReturn: { page: openIdReturn },
  invitation: { page: (request) => invitationPage(request), form: acceptInvitation },
  link: { page: sandboxLinkPage, form: useSandboxLink },
  signOut: { form: submitSignOut },
  home: { page: homePage },
  allOrders: { page: allOrdersPage, form: submitAllOrdersSearch },
  allOverview: { page: allOverviewPage },
  account: { page: accountPage },
  password: { page: (request) => passwordPage(request), form: submitNewPassword },
  endSession: { form: endSession },
  merchant: { page: merchantPage },
  overview: { page: overviewPage },
  orders: { page: ordersPage, form: submitSearch },
  orderFile: { page: orderFile },
  views: { page: (request) => viewsPage(request), form: submitView },
  view: { page: viewPage },
  renameView: { form: submitViewName },
  deleteView: { form: submitViewEnd },
  order: { page: (request) => orderPage(request) },
  capture: { form: submitCapture },
  refund: { form: submitRefund },
  void: { form: submitVoid },
  resendReceipt: { form: submitReceipt },
  endCheckout: { form: submitCheckoutEnd },
  checkout: { page: (request) => checkoutPage(request) },
  endUntriedCheckout: { form: submitUntriedCheckoutEnd },
  deleteCard: { form: submitCardDeletion },
  links: { page: linksPage },
  newLink: { page: (request) => newLinkPage(request), form: submitNewLink },
  paymentLink: { page: (request) => paymentLinkPage(request) },
  endLink: { form: submitEndLink },
  apiPasswords: { page: (request) => apiPasswordsPage(request), form: submitNewApiPassword },
  endFormerApiPasswords: { form: submitEndOfFormer },
  notifications: { page: notificationsPage },
  notification: { page: (request) => notificationPage(request) },
  resend: { form: submitResend },
  waiting: { page: (request) => waitingPage(request) },
  decide: { form: submitDecision },
  settings: { page: settingsPage },
  notificationSettings: { page: (request) => notificationSettingsPage(request), form: submitNotificationMember },
  rotateSigningKey: { form: submitKeyRotation },
  disputes: { page: disputesPage },
  disputesFile: { page: disputesFile },
  payouts: { page: payoutsPage },
  payout: { page: payoutPage },
  payoutFile: { page: payoutFilePage },
  mails: { page: mailsPage, form: submitMails },
  brandingSettings: { page: (request) => brandingSettingsPage(request), form: submitBranding },
  brandingPreview: { page: brandingPreview },
  brandingLogo: { page: brandingLogo, form: submitLogo },
  hostSettings: { page: (request) => hostSettingsPage(request), form: submitHosts },
  certificateSettings: { page: (request) => certificateSettingsPage(request), form: submitCertificate },
  people: { page: peoplePage },
};
