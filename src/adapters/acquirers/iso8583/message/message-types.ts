/** The message types that the link and the host exchange, and the answer type of each. */
export const MTI = {
  authorization: '0100',
  financial: '0200',
  financialAdvice: '0220',
  financialAdviceRepeat: '0221',
  reversalAdvice: '0420',
  reversalAdviceRepeat: '0421',
  inquiry: '0600',
  networkManagement: '0800',
} as const;

/** A repeat has the answer type of its first transmission, so that either answer acknowledges both. */
export const ANSWER_MTI: Readonly<Record<string, string>> = {
  '0100': '0110',
  '0200': '0210',
  '0220': '0230',
  '0221': '0230',
  '0420': '0430',
  '0421': '0430',
  '0600': '0610',
  '0800': '0810',
};

/** Field 70. */
export const NETWORK_CODE = { signOn: '001', signOff: '002', echo: '301' } as const;

/**
 * Field 3, first two digits: the kind of movement. 00 to 19 are debits, 20 to 29 credits, and 30 to 39 inquiries, which
 * move no money. An advice of a purchase is its capture. An adjustment is 02 in either direction, because field 4 has
 * the new total and not the difference.
 */
export const PROCESSING = {
  purchase: '00',
  adjustment: '02',
  refund: '20',
  balance: '31',
  verification: '38',
} as const;

/**
 * Field 39 of a reversal advice that is a void: the standard's code for a cancellation by the customer. The standard
 * has no field for the reason of a 0420, and hosts customarily read it here. The host validates a void and may refuse
 * it, because both ends know the original's outcome. A 0420 without a reason reverses a request that has, or may have,
 * failed, and is always acknowledged.
 */
export const VOID_REASON = '17';

/**
 * Field 3, third and fourth digit: the type of the debited account. 60 is the acquirer's code for a gift card's
 * balance.
 */
export const ACCOUNT = { default: '00', giftCard: '60' } as const;

/** Values of field 39 that the protocol defines, as opposed to an issuer's decision. */
export const RESPONSE = {
  approved: '00',
  /** No action taken. Also the answer to a void of a movement on which another movement depends. */
  noActionTaken: '21',
  unknownOriginal: '25',
  formatError: '30',
  notSignedOn: '58',
  duplicateTransmission: '94',
} as const;
