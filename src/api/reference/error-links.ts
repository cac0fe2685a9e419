/** Links from an error to the field, the setting or the guide that explains it. A test follows each of them. */
import type { ERRORS, ErrorName } from '../../contract/errors/catalogue.ts';
import type { ErrorCause, ValidationType } from '../../contract/errors/causes.ts';
import type { PAGE_ERRORS } from '../../contract/errors/page-errors.ts';
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { PageLink } from '../../web/views/docs/index.ts';

/** The errors that a merchant's server may receive. */
export type InterfaceErrorName = Exclude<ErrorName, keyof typeof PAGE_ERRORS> & keyof typeof ERRORS;

const guide = (text: string, address: string): PageLink => ({ text, href: `/docs/guide/${address}` });
const operation = (name: string, anchor?: string): PageLink => ({
  text: anchor === undefined ? name : `${name}, ${anchor.replace(/^\w+\./, '')}`,
  href: `/docs/operations/${name}${anchor === undefined ? '' : `#${anchor}`}`,
});

const CALLING: PageLink = { text: 'Calling the gateway', href: '/docs#calling' };
const CHANGES: PageLink = { text: 'Changes of versions', href: '/docs/changes' };
const REPEATS = guide('Your first payment: repeats', 'first-payment#with-curl');
const OPEN_RESULTS = guide('When a result is open', 'checkout#when-a-result-is-open');
const PERMISSIONS = guide('Merchant profile: permissions', 'merchant-profile#permissions');
const WITHOUT_PAGE = guide('Browser payments', 'browser-payments');
const TOKENS = guide('Tokens: the id of a token', 'tokens#whose-id');
const NOTIFICATIONS = guide('Looking at notifications', 'notifications#looking-at-them');
const TEST_CARDS = guide('Test cards', 'sandbox#test-cards');
const LIMITS = guide('Limits on declined cards', 'abuse');
const RESTORES = guide('Restore', 'backup#restore');
const PAYER_AUTHENTICATION = guide('Payer authentication', 'payer-authentication');
const VALIDATE = guide('Validate a checkout', 'validate');

export const ERROR_LINKS: Readonly<Record<InterfaceErrorName, readonly PageLink[]>> = {
  NOT_HTTP: [CALLING],
  REQUEST_UNREADABLE: [CALLING],
  REQUEST_TOO_SLOW: [CALLING],
  HEADERS_TOO_LARGE: [CALLING],
  BODY_TOO_LARGE: [CALLING],
  BODY_LENGTH_WRONG: [CALLING],
  HOST_UNKNOWN: [CALLING, guide('The setting PUBLIC_ORIGIN', 'settings#public_origin')],
  NOTHING_HERE: [{ text: 'Every operation, with its address', href: '/docs' }],
  METHOD_NOT_ALLOWED: [{ text: 'Every operation, with its method', href: '/docs' }],
  ADDRESS_ENCODING: [CALLING],
  VERSION_UNSUPPORTED: [CALLING, CHANGES],
  STORE_UNAVAILABLE: [REPEATS],
  STORE_RESTORED: [REPEATS, RESTORES],
  UNEXPECTED: [REPEATS, guide('Logs', 'operating#logs')],
  CREDENTIALS_INVALID: [CALLING, guide('Client certificates', 'tls#client-certificates')],
  GUESSES_EXHAUSTED: [CALLING],
  PASSWORD_CHECKS_BUSY: [CALLING],
  SESSION_LOGINS_EXHAUSTED: [operation('CREATE_SESSION', 'request.session.authenticationLimit')],
  PAYERS_CALLS_BUSY: [guide('What a payer may put into a session', 'tokens#what-a-payer-may-put-into-a-session')],
  PASSWORD_IN_A_PAGE: [guide('Scripts in your shop’s pages', 'scripts'), guide('Hosted fields', 'hosted-fields')],
  PAYER_REQUIRED: [operation('PAY', 'request.transaction.source'), PERMISSIONS],
  CAPTURE_ALONE_FORBIDDEN: [operation('CAPTURE'), PERMISSIONS],
  REFUND_ALONE_FORBIDDEN: [operation('REFUND'), PERMISSIONS],
  BODY_NOT_JSON: [CALLING],
  BODY_NOT_AN_OBJECT: [CALLING],
  ORDER_UNKNOWN: [operation('RETRIEVE_ORDER', 'address.orderId')],
  TRANSACTION_UNKNOWN: [operation('RETRIEVE_TRANSACTION', 'address.transactionId')],
  NOT_POSSIBLE: [operation('RETRIEVE_ORDER', 'answer.status')],
  CARD_ERASED: [guide('Retention', 'retention'), guide('Merchant profile: retention', 'merchant-profile#retention')],
  CARD_NOT_KNOWN: [REPEATS, RESTORES],
  NOT_AGREED_YET: [
    operation('CONFIRM_BROWSER_PAYMENT'),
    guide('Confirm yourself', 'browser-payments#confirm-yourself'),
  ],
  NOT_A_REPEAT: [operation('PAY', 'address.transactionId'), REPEATS],
  ORDER_BUSY: [REPEATS],
  STILL_UNDER_WAY: [REPEATS, OPEN_RESULTS],
  PROCESS_WITHOUT_STORE: [REPEATS],
  TOKEN_SUPPLIED_BY_MERCHANT: [operation('UPDATE_TOKEN'), TOKENS],
  TOKEN_MADE_BY_GATEWAY: [operation('CREATE_TOKEN'), TOKENS],
  TOKEN_BUSY: [TOKENS],
  NOTIFICATION_UNKNOWN: [operation('RETRIEVE_NOTIFICATIONS'), NOTIFICATIONS],
  NOTIFICATION_WITHOUT_BODY: [NOTIFICATIONS, guide('Retention', 'retention')],
  EXPORTS_BUSY: [operation('EXPORT_ORDERS'), guide('Finding orders', 'finding-orders')],
  LINK_UNKNOWN: [operation('RETRIEVE_LINKS'), guide('Links', 'links')],
  PROVIDER_SILENT: [REPEATS, WITHOUT_PAGE],
};

export const CAUSE_LINKS: Readonly<Record<ErrorCause, readonly PageLink[]>> = {
  INVALID_REQUEST: [{ text: 'What is wrong with a field', href: '#validation-types' }, VALIDATE],
  REQUEST_REJECTED: [PERMISSIONS],
  SERVER_BUSY: [REPEATS],
  SERVER_FAILED: [REPEATS],
};

export const VALIDATION_LINKS: Readonly<Record<ValidationType, readonly PageLink[]>> = {
  MISSING: [{ text: 'Every operation, with the fields that it needs', href: '/docs' }, VALIDATE],
  INVALID: [{ text: 'Every operation, with the values of its fields', href: '/docs' }, VALIDATE],
  UNSUPPORTED: [CHANGES, guide('Merchant profile: unknownFields', 'merchant-profile#unknownfields')],
};

const OF_CODES: Readonly<Partial<Record<GatewayCode, readonly PageLink[]>>> = {
  AUTHENTICATION_FAILED: [PAYER_AUTHENTICATION],
  BLOCKED: [guide('Risk rules', 'risk'), LIMITS],
  CANCELLED: [guide('Where the payer goes', 'checkout#where-the-payer-goes')],
  DECLINED_AVS: [guide('Merchant profile: rejectOn', 'merchant-profile#rejecton')],
  DECLINED_AVS_CSC: [guide('Merchant profile: rejectOn', 'merchant-profile#rejecton')],
  DECLINED_CSC: [guide('Merchant profile: rejectOn', 'merchant-profile#rejecton')],
  EXCEEDED_RETRY_LIMIT: [LIMITS],
  INSUFFICIENT_FUNDS: [guide('Gift cards', 'checkout#gift-cards')],
  NOT_ENROLLED_3D_SECURE: [PAYER_AUTHENTICATION],
  PENDING: [OPEN_RESULTS],
  TIMED_OUT: [OPEN_RESULTS],
  UNKNOWN: [OPEN_RESULTS],
};

/** @returns the guide about the code, and the card with which the sandbox answers it */
export function linksOfCode(code: GatewayCode): readonly PageLink[] {
  return [...(OF_CODES[code] ?? []), TEST_CARDS];
}
