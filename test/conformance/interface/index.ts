/**
 * Every field of the interface as a row, transcribed only from the interface's document. The conformance tests use it:
 * at each limit of each row a value is accepted, and past it a value is refused.
 *
 * @example for (const field of FIELDS) for (const value of examplesOf(field.type).refused) …
 */
import { ACCOUNT_FUNDING } from './account-funding.ts';
import { AIRLINE } from './airline.ts';
import { AUTHORIZATION_RESPONSE } from './authorization-response.ts';
import { BROWSER_PAYMENT } from './browser-payment.ts';
import { ANSWERED_REFERENCE, COMMON } from './common.ts';
import { CUSTOMER } from './customer.ts';
import type { InterfaceField } from './field.ts';
import { ITEM, REFUNDED_ITEM } from './item.ts';
import { ORDER } from './order.ts';
import { POS_TERMINAL } from './pos-terminal.ts';
import { RESPONSE } from './response.ts';
import { BANK_TRANSFER, SOURCE_OF_FUNDS } from './source-of-funds.ts';
import { SUB_MERCHANT } from './sub-merchant.ts';
import { THREE_D_SECURE } from './three-d-secure.ts';
import { TOKEN } from './token.ts';
import { TRANSACTION, TRANSACTION_TAX } from './transaction.ts';
import { URL_PARAMETERS } from './url-parameters.ts';

/** The document's tables of fields. */
export const TABLES = {
  urlParameters: URL_PARAMETERS,
  common: [...COMMON, ...ANSWERED_REFERENCE],
  sourceOfFunds: SOURCE_OF_FUNDS,
  token: TOKEN,
  order: ORDER,
  item: ITEM,
  customer: CUSTOMER,
  transaction: TRANSACTION,
  threeDSecure: THREE_D_SECURE,
  airline: AIRLINE,
  accountFunding: ACCOUNT_FUNDING,
  response: RESPONSE,
  authorizationResponse: AUTHORIZATION_RESPONSE,
} as const satisfies Record<string, readonly InterfaceField[]>;

/** Fields that the document describes only in prose. */
export const PROSE = {
  bankTransfer: BANK_TRANSFER,
  refundedItem: REFUNDED_ITEM,
  subMerchant: SUB_MERCHANT,
  browserPayment: BROWSER_PAYMENT,
  posTerminal: POS_TERMINAL,
} as const satisfies Record<string, readonly InterfaceField[]>;

const rowsOf = (tables: Record<string, readonly InterfaceField[]>) => Object.values(tables).flat();

/** Fields that the document describes only in the notes of another field's row. */
export const NOTES = { transactionTax: TRANSACTION_TAX } as const satisfies Record<string, readonly InterfaceField[]>;

/** Every row except the URL parameters: the fields of bodies. */
export const FIELDS: readonly InterfaceField[] = [...rowsOf(TABLES), ...rowsOf(PROSE), ...rowsOf(NOTES)].filter(
  (field) => !field.path.startsWith('{'),
);
