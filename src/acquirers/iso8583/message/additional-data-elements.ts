/**
 * The elements of field 48, as data: a tag of 2 letters, the name by which both ends know it, and its maximum length
 * after escaping. A message has them in the table's order.
 */

/** Field 48 is LLLVAR: three digits of length. */
export const ADDITIONAL_DATA_LENGTH_MAX = 999;

/**
 * All elements that one request may have, at their longest and with their headers, leave room for the last two, which
 * are truncated: address verification compares only the beginning of a street, and an acquirer stores only the
 * beginning of a reference. Every other value fits or fails.
 */
export const ELEMENTS = [
  // Of requests and advices. `securityCode`, `giftPin` and `authenticationToken` are card data.
  { tag: 'SC', name: 'securityCode', lengthMax: 4 },
  { tag: 'GP', name: 'giftPin', lengthMax: 8 },
  { tag: 'ES', name: 'entrySource', lengthMax: 20 },
  { tag: 'BP', name: 'billingPostcode', lengthMax: 120 },
  { tag: 'RF', name: 'reference', lengthMax: 480 },
  // Completes field 90, which has no room for the terminal of the original's trace number.
  { tag: 'OT', name: 'originalTerminal', lengthMax: 8 },
  { tag: 'EC', name: 'eci', lengthMax: 2 },
  { tag: 'AT', name: 'authenticationToken', lengthMax: 128 },
  { tag: 'XI', name: 'xid', lengthMax: 28 },
  { tag: 'PE', name: 'posEnvironment', lengthMax: 1 },
  // Of a payment by an agreement: `transactionIdentifier` of the answer to the one by which the payer agreed.
  { tag: 'OI', name: 'originalIdentifier', lengthMax: 15 },
  // Of EMV 3-D Secure: the directory server's id, the version, and how it ended.
  { tag: 'DI', name: 'dsTransactionId', lengthMax: 36 },
  { tag: 'PV', name: 'protocolVersion', lengthMax: 8 },
  { tag: 'TS', name: 'transStatus', lengthMax: 1 },

  // Of answers: what the card network adds to the issuer's decision.
  { tag: 'TI', name: 'transactionIdentifier', lengthMax: 15 },
  { tag: 'VC', name: 'validationCode', lengthMax: 4 },
  { tag: 'FN', name: 'financialNetworkCode', lengthMax: 3 },
  { tag: 'CL', name: 'cardLevelIndicator', lengthMax: 2 },
  { tag: 'CC', name: 'commercialCard', lengthMax: 1 },
  { tag: 'CI', name: 'commercialCardIndicator', lengthMax: 1 },
  { tag: 'MS', name: 'marketSpecificData', lengthMax: 1 },
  { tag: 'RA', name: 'returnAci', lengthMax: 1 },
  { tag: 'PD', name: 'posData', lengthMax: 13 },
  { tag: 'PS', name: 'paySvcData', lengthMax: 23 },
  { tag: 'TQ', name: 'trackQuality', lengthMax: 2 },
  { tag: 'MA', name: 'merchantAdviceCode', lengthMax: 2 },
  { tag: 'SE', name: 'cardSecurityCodeError', lengthMax: 1 },
  { tag: 'VP', name: 'vpasResponse', lengthMax: 1 },

  // Of the answer to a sign-on: what the host is. Only the sandbox's acquirer says it.
  { tag: 'HN', name: 'hostName', lengthMax: 20 },

  // Of requests again, and last, because they fill the room that the others leave.
  { tag: 'MR', name: 'merchantReference', lengthMax: 400, cut: true },
  { tag: 'BS', name: 'billingStreet', lengthMax: 300, cut: true },
] as const satisfies readonly ElementDefinition[];

interface ElementDefinition {
  readonly tag: string;
  readonly name: string;
  readonly lengthMax: number;
  readonly cut?: true;
}

export type ElementName = (typeof ELEMENTS)[number]['name'];

export interface Element extends ElementDefinition {
  readonly name: ElementName;
}
