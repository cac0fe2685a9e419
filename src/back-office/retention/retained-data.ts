/** The operator's report on stored data of payers: for each kind its purpose, its end, and the rule for its erasure. */
import type { RetentionPeriods } from '../../core/index.ts';

export const RETAINED_KINDS = [
  'SESSION',
  'BROWSER_PAYMENT',
  'NOTIFICATION',
  'CARD',
  'AUTHENTICATION',
  'RECEIPT',
  'CUSTOMER',
  'ORDER_INDEX',
  'ORDER_COUNT',
  'MONEY',
  'DELIVERY',
  'TOKEN',
  'SAVED_CARD',
  'LINK',
  'AGREEMENT',
  'UNMASKING',
  'SETTLEMENT',
  'RISK_ATTEMPT',
  'ATTEMPT_COUNT',
  'AUDIT',
  'ARCHIVE',
] as const;

export type RetainedKind = (typeof RETAINED_KINDS)[number];

export interface RetainedData {
  readonly what: string;
  readonly purpose: string;
  readonly until: (periods: RetentionPeriods) => string;
}

export const RETAINED_DATA: Readonly<Record<RetainedKind, RetainedData>> = {
  SESSION: {
    what: 'sessions, and what payers typed in them',
    purpose: 'to take the payment, and to go on with it',
    until: ({ sessionHours }) => `${sessionHours} h after their end (retention.sessionHours)`,
  },
  BROWSER_PAYMENT: {
    what: 'page addresses and shown codes of browser payments',
    purpose: 'to lead the payer to pay',
    until: ({ sessionHours }) => `${sessionHours} h after the order's last movement (retention.sessionHours)`,
  },
  NOTIFICATION: {
    what: 'bodies of notifications',
    purpose: 'to send them, and to send them again',
    until: ({ notificationDays }) => `${notificationDays} days after delivery (retention.notificationDays)`,
  },
  CARD: {
    what: 'encrypted card numbers of transactions',
    purpose: 'refunds, captures and voids',
    until: ({ cardDays }) => `${cardDays} days after the order's last movement, once it has ended (retention.cardDays)`,
  },
  AUTHENTICATION: {
    what: 'authentications of payers',
    purpose: 'evidence in disputes of who paid',
    until: ({ cardDays }) => `with the order; the card's keyed hash ${cardDays} days (retention.cardDays)`,
  },
  RECEIPT: {
    what: 'receipts that are not mailed yet',
    purpose: 'to mail them',
    until: () => 'mailed, or three days',
  },
  CUSTOMER: {
    what: "orders with their customers' data",
    purpose: 'deliveries, disputes, what the merchant retrieves',
    until: () => 'turnpike erase',
  },
  ORDER_INDEX: {
    what: 'orders in the index for searches, with keyed hashes of addresses and names, references, last digits',
    purpose: 'to find an order',
    until: () => 'with the data of the order: turnpike erase',
  },
  ORDER_COUNT: {
    what: "counts of transactions by day, without payers' data",
    purpose: 'to see volume and declines',
    until: () => 'no end by itself',
  },
  MONEY: {
    what: 'transactions: amounts, results, references, masked numbers',
    purpose: 'books, disputes, and no payment twice',
    until: () => 'no end by itself',
  },
  DELIVERY: {
    what: 'facts of notifications: state, tries, times',
    purpose: 'to show what was delivered when',
    until: () => 'no end by itself',
  },
  TOKEN: {
    what: 'tokens with encrypted card numbers',
    purpose: 'later payments of the same payer',
    until: () => 'the merchant deletes them; those that only payers saved go with the saved card',
  },
  SAVED_CARD: {
    what: 'cards that payers saved, with the encrypted customer id',
    purpose: 'to offer them at the next payment of the same payer',
    until: () => 'the time that the payer read (savedCards.months), the expiry, or the payer deletes them',
  },
  LINK: {
    what: "links that take payments, with the merchant's texts",
    purpose: 'to take payments, and to show what was paid',
    until: ({ linkDays }) => `${linkDays} days after their end (retention.linkDays)`,
  },
  AGREEMENT: {
    what: 'agreements of payers to later payments, without cards',
    purpose: 'to name the first payment to the issuer',
    until: () => 'no end by itself',
  },
  UNMASKING: {
    what: 'records of full card numbers that were shown',
    purpose: 'audit (PCI DSS 10)',
    until: () => 'no end by itself',
  },
  SETTLEMENT: {
    what: 'entries of settlement reports about orders, and disputes',
    purpose: 'books',
    until: () => 'no end by itself',
  },
  RISK_ATTEMPT: {
    what: 'attempts that risk rules count, as keyed hashes',
    purpose: 'to find who tries too often',
    until: () => '30 days',
  },
  ATTEMPT_COUNT: {
    what: 'counts of declines, by keyed hash of card, network or browser, with masked numbers',
    purpose: 'to stop who tries card numbers',
    until: () => 'about a day, or as far as the longest limit looks back',
  },
  AUDIT: {
    what: 'entries of the audit trail, of all merchants together',
    purpose: 'audit (PCI DSS 10)',
    until: () => 'no end by itself',
  },
  ARCHIVE: {
    what: 'orders of which the transactions are in the monthly archive',
    purpose: 'to keep the live database small; books and disputes, as in it',
    until: ({ archiveDays }) =>
      archiveDays === undefined
        ? 'nothing goes there (retention.archiveDays)'
        : 'turnpike erase takes the customer out',
  },
};

/** The amount of stored data of a kind. */
export interface RetainedCount {
  readonly rows: number;
  /** Milliseconds since 1970; null if there are no rows. */
  readonly oldest: number | null;
}

export interface RetainedCounts {
  count(kind: RetainedKind, merchantKey: number): Promise<RetainedCount>;
}
