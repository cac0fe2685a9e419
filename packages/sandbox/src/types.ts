/** The types of a world: a gateway and its sandbox in a test. */

export interface TurnpikeOptions {
  /**
   * The address of your shop that takes notifications, for orders that name none (`order.notificationUrl`). http of
   * this machine is allowed. Absent: such notifications are captured, and sent to no server.
   */
  notificationUrl?: string;
  /** Members of the merchant's profile, such as `{ statementName: 'BOOKS' }`. */
  profile?: Record<string, unknown>;
  /** The gateway's log goes to standard error from this level on. Absent: there is no log. */
  logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error';
}

/** A card of the sandbox, and what the sandbox does with it. */
export interface TestCard {
  readonly number: string;
  /** `MM/YY`. Gift cards have none. */
  readonly expiry?: string;
  readonly securityCode?: string;
  /** A gift card's PIN. */
  readonly pin?: string;
  /** The gateway code of a payment with the card, or of its authentication. */
  readonly outcome: string;
  /** The card as a request to the gateway has it, in `sourceOfFunds`. */
  readonly sourceOfFunds: SourceOfFunds;
}

export interface SourceOfFunds {
  readonly type: 'CARD' | 'GIFT_CARD';
  readonly provided: Readonly<Record<string, unknown>>;
}

/** The payer's conduct on the hosted page and behind it. */
export interface PayerConduct {
  /**
   * The answer to the bank's challenge, if the card has one. LEAVE: the payer closes the page at the bank. Absent:
   * CORRECT.
   */
  challenge?: 'CORRECT' | 'WRONG' | 'CANCEL' | 'LEAVE';
  /** The choice at a provider's page. Absent: APPROVE. */
  atProvider?: 'APPROVE' | 'DECLINE' | 'CANCEL';
  /** False: the payer closes the page instead of returning to the shop. */
  returns?: boolean;
}

export interface PayersWay {
  /**
   * RETURNED: the browser was sent to the shop. REFUSED: the page shows its form again, and the payer may try another
   * card. LEFT: the payer closed the page. WAITING: the payment is still open.
   */
  end: 'RETURNED' | 'REFUSED' | 'LEFT' | 'WAITING';
  /** The address of the shop to which the browser was sent, with `resultIndicator` after a success. */
  returnUrl?: string;
  /** The status of your shop's answer; absent if the payer did not return, or no server answered. */
  returnStatus?: number;
  /** The sentence that the page shows, if the payment was refused. */
  message?: string;
}

/** One movement of money as its holder has it, independent of the gateway. */
export interface LedgerEntry {
  /** `acquirer`, or a provider, such as `demoWallet`. */
  holder: string;
  order: string;
  kind: string;
  /** APPROVED: the money has moved. REVERSED: it was given back. DECLINED: it never moved. */
  state: string;
  /** Decimal text in major units, such as `12.50`. */
  amount: string;
  currency: string;
  /** ISO 8601. */
  at: string;
}

/** One attempt to deliver a notification. */
export interface CapturedNotification {
  /** `webhook-id`, the same for each attempt of a notification. */
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  url: string;
  /** By lower-case names. */
  headers: Record<string, string>;
  /** The bytes that are signed. */
  body: string;
  /** The time by the world's clock, ISO 8601. */
  at: string;
  /**
   * DELIVERED: the shop answered 2xx. FAILED: it did not, and the gateway repeats the notification. HELD and DROPPED:
   * as the test ordered. CAPTURED: no shop was named.
   */
  fate: 'CAPTURED' | 'DELIVERED' | 'DROPPED' | 'FAILED' | 'HELD';
  /** The statuses of the shop's answers; null where none came. */
  answers: (number | null)[];
}

export interface ReleaseOptions {
  /** Absent: AS_SENT. */
  order?: 'AS_SENT' | 'REVERSED' | 'SHUFFLED';
  /** How often each is delivered. Absent: once. */
  times?: number;
}

export type AcquirerFault = 'NONE' | 'DELAY' | 'DROP_REQUEST' | 'DROP_REPLY' | 'DUPLICATE_REPLY' | 'GARBAGE' | 'REFUSE';

/** The body of an answer, as JSON.parse reads it: the interface's reference has its members. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers wherever it likes.
export type AnswerBody = Record<string, any>;

/** A duration: milliseconds, or such as `30s`, `5m`, `2h`, `1d`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

export interface World {
  /** The gateway's address, such as `http://localhost:41234`. */
  readonly url: string;
  /** The sandbox's address, with its pages and control calls. */
  readonly sandboxUrl: string;
  readonly merchantId: string;
  /** The password of the merchant's API. */
  readonly password: string;
  /** The key that signs notifications, `whsec_…`. */
  readonly notificationKey: string;
  readonly cards: TestCards;

  /**
   * A request of the merchant's server, below `/api/rest/version/100/merchant/{merchantId}`.
   *
   * @example
   *   await world.call('PUT', '/order/O-1/transaction/1', { apiOperation: 'PAY', … });
   */
  call(method: string, path: string, body?: object): Promise<{ status: number; body: AnswerBody }>;

  /**
   * Plays the payer: opens the hosted page, pays, answers the bank, and returns to the shop.
   *
   * @param session the session's id, or the page's address
   * @param means a card, or the provider `demoWallet` or `demoBank`
   * @throws Error if the page does not offer it
   */
  pay(
    session: string,
    means: Omit<TestCard, 'outcome' | 'sourceOfFunds'> | string,
    conduct?: PayerConduct,
  ): Promise<PayersWay>;

  readonly orders: {
    /** The order as `GET …/order/{id}` answers it; undefined if there is none. */
    get(id: string): Promise<AnswerBody | undefined>;
  };

  readonly ledger: {
    /** Every movement of the acquirer and the providers, or those of one order, in their sequence. */
    entries(order?: string): Promise<LedgerEntry[]>;
    /** The payments of an order that took money and were not reversed: a payer who was charged once has one. */
    charges(order: string): Promise<LedgerEntry[]>;
  };

  readonly notifications: {
    /** Every attempt, the oldest first. */
    all(): Promise<CapturedNotification[]>;
    /** From now on the shop gets no notification until `release`. The gateway takes held ones for delivered. */
    hold(): Promise<void>;
    /** Ends `hold` and delivers one after another. Resolves when the shop has answered all. */
    release(how?: ReleaseOptions): Promise<CapturedNotification[]>;
    /** Loses the next attempts. The gateway repeats them: advance the clock by two minutes. */
    drop(count?: number): Promise<void>;
    /** The next notifications arrive twice, at the same time. */
    double(count?: number): Promise<void>;
    /** Delivers a notification once more, byte by byte. */
    replay(id: string): Promise<CapturedNotification>;
    /** Resolves when nothing is due and no delivery is in flight. */
    settled(): Promise<void>;
  };

  readonly clock: {
    /** Milliseconds since 1970, by the world's clock. */
    now(): Promise<number>;
    /** Advances the clock, and does on the way all that becomes due: repeated notifications, queries, expiry. */
    advance(duration: Duration): Promise<void>;
  };

  readonly acquirer: {
    /** Makes the acquirer fail, for the next `count` messages, or until it is changed. `delayMs` is for DELAY. */
    fail(fault: AcquirerFault, options?: { count?: number; delayMs?: number }): Promise<void>;
  };

  /** Ends the thread. A second call does nothing. */
  stop(): Promise<void>;
}

/** Cards of the sandbox by their outcomes. */
export interface TestCards {
  /** Approved without a challenge. */
  readonly approved: TestCard;
  /** Approved after a challenge of the payer's bank. */
  readonly challenged: TestCard;
  readonly declined: TestCard;
  readonly insufficientFunds: TestCard;
  readonly expired: TestCard;
  readonly wrongSecurityCode: TestCard;
  /** The payer's bank rejects the authentication. */
  readonly notAuthenticated: TestCard;
  /** Open for 30 s, then approved. */
  readonly pending: TestCard;
  /** The acquirer takes the money and does not answer; the gateway reverses the payment. */
  readonly timedOut: TestCard;
  /** A balance of 990. */
  readonly giftCard: TestCard;
  /** A balance of 50. */
  readonly smallGiftCard: TestCard;
}
