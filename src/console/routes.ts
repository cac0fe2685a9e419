/**
 * The console's addresses, in the router's format, and who may request each. No other address of the console answers,
 * and a test requests each with every role.
 */
import type { Permission } from './roles.ts';

/** ANYONE: without a session. SIGNED_IN: any person. Otherwise a permission at the merchant in the address. */
export type RouteAccess = 'ANYONE' | 'SIGNED_IN' | Permission;

interface ConsoleRoute {
  readonly url: string;
  readonly access: RouteAccess;
  /** Whether the address takes a form as well as it shows a page, or a form alone. */
  readonly takes: 'FORM' | 'PAGE' | 'PAGE_AND_FORM';
}

/** All addresses of the console begin with it. */
export const CONSOLE_PATH = '/console';

const AT_MERCHANT = `${CONSOLE_PATH}/merchants/:merchant`;
const AT_ORDER = `${AT_MERCHANT}/orders/:order`;
const AT_CHECKOUT = `${AT_MERCHANT}/checkouts/:checkout`;
const AT_LINK = `${AT_MERCHANT}/links/:link`;
const AT_SETTINGS = `${AT_MERCHANT}/settings`;
const AT_NOTIFICATION = `${AT_MERCHANT}/notifications/:notification`;
const AT_VIEW = `${AT_MERCHANT}/views/:view`;
const AT_PAYOUT = `${AT_MERCHANT}/payouts/:payout`;

export const CONSOLE_ROUTES = {
  signIn: { url: `${CONSOLE_PATH}/sign-in`, access: 'ANYONE', takes: 'PAGE_AND_FORM' },
  code: { url: `${CONSOLE_PATH}/sign-in/code`, access: 'ANYONE', takes: 'PAGE_AND_FORM' },
  openId: { url: `${CONSOLE_PATH}/sign-in/openid`, access: 'ANYONE', takes: 'PAGE' },
  openIdReturn: { url: `${CONSOLE_PATH}/sign-in/openid/return`, access: 'ANYONE', takes: 'PAGE' },
  invitation: { url: `${CONSOLE_PATH}/invitation/:token`, access: 'ANYONE', takes: 'PAGE_AND_FORM' },
  link: { url: `${CONSOLE_PATH}/link/:token`, access: 'ANYONE', takes: 'PAGE_AND_FORM' },
  signOut: { url: `${CONSOLE_PATH}/sign-out`, access: 'SIGNED_IN', takes: 'FORM' },
  home: { url: CONSOLE_PATH, access: 'SIGNED_IN', takes: 'PAGE' },
  allOrders: { url: `${CONSOLE_PATH}/orders`, access: 'SIGNED_IN', takes: 'PAGE_AND_FORM' },
  allOverview: { url: `${CONSOLE_PATH}/overview`, access: 'SIGNED_IN', takes: 'PAGE' },
  account: { url: `${CONSOLE_PATH}/account`, access: 'SIGNED_IN', takes: 'PAGE' },
  password: { url: `${CONSOLE_PATH}/account/password`, access: 'SIGNED_IN', takes: 'PAGE_AND_FORM' },
  endSession: { url: `${CONSOLE_PATH}/account/sessions/:session/end`, access: 'SIGNED_IN', takes: 'FORM' },
  merchant: { url: AT_MERCHANT, access: 'SEE_ORDERS', takes: 'PAGE' },
  overview: { url: `${AT_MERCHANT}/overview`, access: 'SEE_ORDERS', takes: 'PAGE' },
  orders: { url: `${AT_MERCHANT}/orders`, access: 'SEE_ORDERS', takes: 'PAGE_AND_FORM' },
  orderFile: { url: `${AT_MERCHANT}/order-file`, access: 'SEE_ORDERS', takes: 'PAGE' },
  views: { url: `${AT_MERCHANT}/views`, access: 'SEE_ORDERS', takes: 'PAGE_AND_FORM' },
  view: { url: AT_VIEW, access: 'SEE_ORDERS', takes: 'PAGE' },
  renameView: { url: `${AT_VIEW}/rename`, access: 'SEE_ORDERS', takes: 'FORM' },
  deleteView: { url: `${AT_VIEW}/delete`, access: 'SEE_ORDERS', takes: 'FORM' },
  order: { url: AT_ORDER, access: 'SEE_ORDERS', takes: 'PAGE' },
  capture: { url: `${AT_ORDER}/capture`, access: 'CAPTURE', takes: 'FORM' },
  refund: { url: `${AT_ORDER}/refund`, access: 'REFUND', takes: 'FORM' },
  void: { url: `${AT_ORDER}/void`, access: 'VOID', takes: 'FORM' },
  resendReceipt: { url: `${AT_ORDER}/receipt`, access: 'HELP_PAYERS', takes: 'FORM' },
  endCheckout: { url: `${AT_ORDER}/checkouts/:checkout/end`, access: 'HELP_PAYERS', takes: 'FORM' },
  checkout: { url: AT_CHECKOUT, access: 'SEE_ORDERS', takes: 'PAGE' },
  endUntriedCheckout: { url: `${AT_CHECKOUT}/end`, access: 'HELP_PAYERS', takes: 'FORM' },
  deleteCard: { url: `${AT_ORDER}/saved-cards/:card/delete`, access: 'HELP_PAYERS', takes: 'FORM' },
  links: { url: `${AT_MERCHANT}/links`, access: 'SEE_ORDERS', takes: 'PAGE' },
  newLink: { url: `${AT_MERCHANT}/links/new`, access: 'MAKE_LINKS', takes: 'PAGE_AND_FORM' },
  paymentLink: { url: AT_LINK, access: 'SEE_ORDERS', takes: 'PAGE' },
  endLink: { url: `${AT_LINK}/end`, access: 'MAKE_LINKS', takes: 'FORM' },
  apiPasswords: { url: `${AT_MERCHANT}/api-passwords`, access: 'CHANGE_API_PASSWORDS', takes: 'PAGE_AND_FORM' },
  endFormerApiPasswords: {
    url: `${AT_MERCHANT}/api-passwords/end-former`,
    access: 'CHANGE_API_PASSWORDS',
    takes: 'FORM',
  },
  notifications: { url: `${AT_MERCHANT}/notifications`, access: 'SEE_ORDERS', takes: 'PAGE' },
  notification: { url: AT_NOTIFICATION, access: 'SEE_ORDERS', takes: 'PAGE' },
  resend: { url: `${AT_NOTIFICATION}/resend`, access: 'RESEND', takes: 'FORM' },
  waiting: { url: `${AT_MERCHANT}/waiting`, access: 'APPROVE', takes: 'PAGE' },
  decide: { url: `${AT_ORDER}/transactions/:transaction/decide`, access: 'APPROVE', takes: 'FORM' },
  settings: { url: AT_SETTINGS, access: 'SEE_SETTINGS', takes: 'PAGE' },
  notificationSettings: {
    url: `${AT_SETTINGS}/notifications`,
    access: 'CHANGE_TECHNICAL_SETTINGS',
    takes: 'PAGE_AND_FORM',
  },
  rotateSigningKey: {
    url: `${AT_SETTINGS}/notifications/signing-key`,
    access: 'CHANGE_TECHNICAL_SETTINGS',
    takes: 'FORM',
  },
  disputes: { url: `${AT_MERCHANT}/disputes`, access: 'SEE_ORDERS', takes: 'PAGE' },
  disputesFile: { url: `${AT_MERCHANT}/disputes/file`, access: 'SEE_ORDERS', takes: 'PAGE' },
  payouts: { url: `${AT_MERCHANT}/payouts`, access: 'SEE_ORDERS', takes: 'PAGE' },
  payout: { url: AT_PAYOUT, access: 'SEE_ORDERS', takes: 'PAGE' },
  payoutFile: { url: `${AT_PAYOUT}/file`, access: 'SEE_ORDERS', takes: 'PAGE' },
  mails: { url: `${AT_MERCHANT}/mails`, access: 'SEE_ORDERS', takes: 'PAGE_AND_FORM' },
  brandingSettings: { url: `${AT_SETTINGS}/branding`, access: 'CHANGE_BRANDING', takes: 'PAGE_AND_FORM' },
  brandingPreview: { url: `${AT_SETTINGS}/branding/preview`, access: 'CHANGE_BRANDING', takes: 'PAGE' },
  brandingLogo: { url: `${AT_SETTINGS}/branding/logo`, access: 'CHANGE_BRANDING', takes: 'PAGE_AND_FORM' },
  hostSettings: { url: `${AT_SETTINGS}/hosts`, access: 'CHANGE_TECHNICAL_SETTINGS', takes: 'PAGE_AND_FORM' },
  certificateSettings: {
    url: `${AT_SETTINGS}/certificates`,
    access: 'CHANGE_TECHNICAL_SETTINGS',
    takes: 'PAGE_AND_FORM',
  },
  people: { url: `${AT_MERCHANT}/people`, access: 'SEE_PEOPLE', takes: 'PAGE' },
} as const satisfies Readonly<Record<string, ConsoleRoute>>;

export type ConsoleRouteName = keyof typeof CONSOLE_ROUTES;

export interface SensitiveAct {
  /** A verb, and perhaps its object. */
  readonly words: string;
  /** The page that has the form. */
  readonly from: ConsoleRouteName;
}

/** The forms that need a second factor of the last minutes. */
export const SENSITIVE_ACTS: Readonly<Partial<Record<ConsoleRouteName, SensitiveAct>>> = {
  brandingLogo: { words: 'change the logo', from: 'brandingSettings' },
  brandingSettings: { words: 'change the look', from: 'brandingSettings' },
  apiPasswords: { words: 'make a new API password', from: 'apiPasswords' },
  decide: { words: 'decide', from: 'waiting' },
  deleteCard: { words: 'delete the saved card', from: 'order' },
  endFormerApiPasswords: { words: 'end the older API passwords', from: 'apiPasswords' },
  endSession: { words: 'end the session', from: 'account' },
  certificateSettings: { words: 'change the client certificates', from: 'certificateSettings' },
  hostSettings: { words: 'change the hosts', from: 'hostSettings' },
  notificationSettings: { words: 'change the notifications', from: 'notificationSettings' },
  refund: { words: 'refund', from: 'order' },
  rotateSigningKey: { words: 'make a new signing key', from: 'notificationSettings' },
};

/** @example consoleAddress('merchant', { merchant: 'SHOP' }) // '/console/merchants/SHOP' */
export function consoleAddress(name: ConsoleRouteName, parameters: Readonly<Record<string, string>> = {}): string {
  return CONSOLE_ROUTES[name].url.replace(/:(\w+)/g, (_, parameter: string) =>
    encodeURIComponent(parameters[parameter] ?? ''),
  );
}
