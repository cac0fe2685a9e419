/** The message types that the link and the host exchange, and the answer that belongs to each. */
export const MTI = {
  authorization: '0100',
  financial: '0200',
  reversalAdvice: '0420',
  reversalAdviceRepeat: '0421',
  inquiry: '0600',
  networkManagement: '0800',
} as const;

/** A repeat is answered as its first sending is, so that either answer acknowledges both. */
export const ANSWER_MTI: Readonly<Record<string, string>> = {
  '0100': '0110',
  '0200': '0210',
  '0420': '0430',
  '0421': '0430',
  '0600': '0610',
  '0800': '0810',
};

/** Field 70. */
export const NETWORK_CODE = { signOn: '001', signOff: '002', echo: '301' } as const;

/** Field 3, first two digits: what the message asks for. 30 to 39 are the standard's inquiries, which move nothing. */
export const PROCESSING = { purchase: '00', verification: '38' } as const;

/** Field 3, third and fourth digit: the kind of account that is debited. 60 is our host's for a gift card's balance. */
export const ACCOUNT = { default: '00', giftCard: '60' } as const;

/** Field 39 values that the protocol itself, rather than an issuer's decision, gives rise to. */
export const RESPONSE = {
  approved: '00',
  noActionTaken: '21',
  unknownOriginal: '25',
  formatError: '30',
  notSignedOn: '58',
  duplicateTransmission: '94',
} as const;
