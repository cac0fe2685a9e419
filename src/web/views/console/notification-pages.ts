/** The data of the console's pages about notifications to merchants' servers. */
import type { ConsoleShell } from './shell.ts';

/** SWITCHED_OFF: the receiver has answered 410 Gone. */
export type NotificationStateName = 'DELIVERED' | 'GIVEN_UP' | 'SWITCHED_OFF' | 'WAITING';

export interface NotificationEntry {
  /** `ntf_12` */
  readonly id: string;
  readonly href: string;
  readonly state: NotificationStateName;
  readonly orderId: string;
  /** The id of the transaction that it reports; absent for the end of a checkout. */
  readonly transaction?: string | undefined;
  /** The event of a checkout: `CHECKOUT_ABANDONED`. */
  readonly event?: string | undefined;
  /** Host and port of the receiver. */
  readonly host: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly deliveredAt?: string | undefined;
  /** The next try; absent if none is due. */
  readonly dueAt?: string | undefined;
  /** The newest try; absent before the first. For a delivered one, absent from lists. */
  readonly lastTry?: NotificationTryEntry | undefined;
}

export interface NotificationTryEntry {
  readonly number: number;
  readonly at: string;
  readonly durationMs: number;
  /** HTTP status; absent without an answer. */
  readonly status?: number | undefined;
  /** The reason in one sentence; absent if it was delivered. */
  readonly failure?: string | undefined;
  /** The beginning of the receiver's answer. */
  readonly answer: string;
}

/** An address that answered 410 Gone, and gets no notifications. */
export interface DisabledReceiver {
  readonly url: string;
  readonly since: string;
}

export interface NotificationsPage {
  readonly shell: ConsoleShell;
  /** Whether the list has those alone that wait after a failed try. */
  readonly isFailing: boolean;
  readonly allHref: string;
  readonly failingHref: string;
  readonly disabled: readonly DisabledReceiver[];
  readonly notifications: readonly NotificationEntry[];
  readonly nextHref?: string | undefined;
  readonly firstHref?: string | undefined;
  readonly timeZone: string;
}

export interface NotificationPage {
  readonly shell: ConsoleShell;
  readonly entry: NotificationEntry;
  readonly url: string;
  /** Absent for the end of a checkout whose payer made no attempt. */
  readonly orderHref?: string | undefined;
  /** The newest first. */
  readonly tries: readonly NotificationTryEntry[];
  /** The JSON that was sent, with line breaks; absent if it is not kept any more. */
  readonly body?: string | undefined;
  /** The form that sends it again; absent if that is not possible, or the role may not. */
  readonly resendHref?: string | undefined;
  readonly timeZone: string;
  readonly backHref: string;
  /** RESENT: by the form that led here. FAILED: the gateway failed. REFUSED: nothing was done. */
  readonly notice?: 'FAILED' | 'REFUSED' | 'RESENT' | undefined;
}
