/**
 * The elements of field 48, as data: a tag of 2 letters, a name, and the maximum length after escaping. Both ends use
 * this table, and a message has the elements in this order.
 */

/** The maximum length of field 48, whose length prefix (LLLVAR) has three digits. */
export const ADDITIONAL_DATA_LENGTH_MAX = 999;

/**
 * Only the last two elements may be truncated: address verification compares only the beginning of a street, and an
 * acquirer stores only the beginning of a reference. There is room for both even if a request has all other elements at
 * full length, with headers. All other values must fit.
 */
export const DATA_ELEMENTS = [
  // Requests and advices. `securityCode`, `giftPin` and `authenticationToken` are card data.
  { tag: 'SC', name: 'securityCode', lengthMax: 4 },
  { tag: 'GP', name: 'giftPin', lengthMax: 8 },
  { tag: 'ES', name: 'entrySource', lengthMax: 20 },
  { tag: 'BP', name: 'billingPostcode', lengthMax: 120 },
  { tag: 'RF', name: 'reference', lengthMax: 480 },
  // Completes field 90, which has no room for the terminal of the original's trace.
  { tag: 'OT', name: 'originalTerminal', lengthMax: 8 },
  { tag: 'EC', name: 'eci', lengthMax: 2 },
  { tag: 'AT', name: 'authenticationToken', lengthMax: 128 },
  { tag: 'XI', name: 'xid', lengthMax: 28 },
  { tag: 'PE', name: 'posEnvironment', lengthMax: 1 },
  // A payment under an agreement: the `transactionIdentifier` of the payment that set up the agreement.
  { tag: 'OI', name: 'originalIdentifier', lengthMax: 15 },
  // EMV 3-D Secure: the directory server's transaction id, the version, and the transaction status.
  { tag: 'DI', name: 'dsTransactionId', lengthMax: 36 },
  { tag: 'PV', name: 'protocolVersion', lengthMax: 8 },
  { tag: 'TS', name: 'transStatus', lengthMax: 1 },

  // Only in answers: the card network's additions to the issuer's decision.
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

  // The answer to a sign-on: the kind of host. Only the sandbox's acquirer sends it.
  { tag: 'HN', name: 'hostName', lengthMax: 20 },

  // Only in requests. These elements come last, because they fill the remaining room.
  { tag: 'MR', name: 'merchantReference', lengthMax: 400, cut: true },
  { tag: 'BS', name: 'billingStreet', lengthMax: 300, cut: true },
] as const satisfies readonly ElementDefinition[];

interface ElementDefinition {
  readonly tag: string;
  readonly name: string;
  readonly lengthMax: number;
  readonly cut?: true;
}

export type ElementName = (typeof DATA_ELEMENTS)[number]['name'];

export interface DataElement extends ElementDefinition {
  readonly name: ElementName;
}
