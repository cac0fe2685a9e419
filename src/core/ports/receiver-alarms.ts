/** The port to receivers of notifications that keep failing, or were switched off. */

/** SWITCHED_OFF: an address there answered 410 Gone. */
export type ReceiverAlarmKind = 'FAILING' | 'SWITCHED_OFF';

export interface ReceiverAlarm {
  /** As `receiverOf` names it. */
  readonly receiver: string;
  readonly kind: ReceiverAlarmKind;
  readonly merchantKey: number;
  /** One address there, without the query string. */
  readonly url: string;
  /** FAILING: the notification by which it was found. */
  readonly notificationKey: number | null;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** FAILING: notifications that were given up since then. */
  readonly givenUp: number;
  /** The time of the next mail. */
  readonly owedAt: number;
  /** The time of the last mail about this alarm; null if there was none since it began. */
  readonly mailedAt: number | null;
  readonly endedAt: number | null;
}

/** A notification that waits for a late try after several failed ones. */
export interface LongFailing {
  readonly notificationKey: number;
  readonly url: string;
  readonly tries: number;
  /** The first try since it was stored, or last resent. */
  readonly firstTryAt: number;
}

export interface ReceiverAlarms {
  /** Every receiver with undelivered notifications. */
  receivers(): Promise<readonly { readonly receiver: string }[]>;
  /**
   * @param after the least time of the next try
   * @returns the notification whose next try is the latest; undefined if none is so late
   */
  longFailing(receiver: string, after: number): Promise<LongFailing | undefined>;
  /** Whether a notification waits there that was tried before. */
  isFailing(receiver: string): Promise<boolean>;
  /** Waiting notifications, up to the limit. */
  countWaiting(receiver: string, limit: number): Promise<number>;
  /** Alarms that have not ended. */
  openAlarms(): Promise<readonly ReceiverAlarm[]>;
  /** Begins an alarm, or begins it anew after its end. An open one gets the notification. */
  raiseAlarm(
    alarm: Pick<ReceiverAlarm, 'merchantKey' | 'notificationKey' | 'receiver' | 'since' | 'url'>,
    now: number,
  ): Promise<void>;
  /** Deletes alarms that have ended, once a new one may be mailed at once. */
  forgetAlarms(now: number): Promise<void>;
}
