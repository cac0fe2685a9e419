/** What is kept of notifications while they are sent and afterwards, and the port to where it is kept. */

/**
 * WAITING: for its turn, its time or its answer. GIVEN_UP: after the last try. SWITCHED_OFF: its address said that it
 * is gone for ever.
 */
export type NotificationState = 'DELIVERED' | 'GIVEN_UP' | 'SWITCHED_OFF' | 'WAITING';

/** The first in the queue of its order, taken to be sent: its next time is set already, as if this try had failed. */
export interface ClaimedNotification {
  readonly key: number;
  readonly orderKey: number;
  readonly merchantKey: number;
  readonly url: string;
  /** JSON. */
  readonly body: string;
  /** This one counts: 1 for the first. */
  readonly tries: number;
  /** When somebody asked for it again, if anybody did. */
  readonly resentAt: number | null;
  /** Of the order's queue: it changes when something is added. */
  readonly changes: number;
}

/** One try, as it is kept for whoever asks what went wrong. */
export interface NotificationTry {
  readonly number: number;
  /** When it began: milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  /** Null where none came. */
  readonly status: number | null;
  /** What went wrong, in words; null where nothing did. */
  readonly failure: string | null;
  /** The first kilobyte of the answer's body, as text. */
  readonly answer: string;
}

export type NotificationEnd = Exclude<NotificationState, 'WAITING'>;

/** A notification for people and merchants to read. */
export interface NotificationView {
  readonly key: number;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  readonly sequence: number;
  readonly url: string;
  readonly state: NotificationState;
  readonly createdAt: number;
  readonly deliveredAt: number | null;
  /** When it is tried next; null when it is not, or another of its order comes first. */
  readonly dueAt: number | null;
}

export interface DueReceiver {
  readonly receiver: string;
  readonly dueAt: number;
}

export interface SigningKey {
  readonly generation: number;
  readonly sealed: Uint8Array;
  readonly createdAt: number;
  /** From then on it signs nothing any more. */
  readonly retiredAt: number | null;
}

/** Tries of a round: after the last one it is given up. */
export const TRIES_MAX = 10;

export interface Outbox {
  /** Every receiver that something waits for, with the time at which the first of it is due. */
  receivers(): Promise<DueReceiver[]>;
  /**
   * Those of one receiver that are due, longest due first, each for this process alone.
   *
   * @param pauses milliseconds until the next try, should the one that begins now fail: `TRIES_MAX` of them, by how
   *   often it was tried before
   */
  claim(receiver: string, now: number, limit: number, pauses: readonly number[]): Promise<ClaimedNotification[]>;
  failed(claimed: ClaimedNotification, tried: NotificationTry, dueAt: number): Promise<void>;
  /**
   * @returns the receiver of the next of its order, if there is one; undefined as well where it was taken from this
   *   process meanwhile
   */
  ended(
    claimed: ClaimedNotification,
    end: NotificationEnd,
    at: number,
    tried?: NotificationTry,
  ): Promise<string | undefined>;
  /** Addresses of a merchant that said that they are gone for ever, and when. */
  switchedOff(merchantKey: number): Promise<ReadonlyMap<string, number>>;
  switchOff(merchantKey: number, url: string, at: number): Promise<void>;
  switchOn(merchantKey: number, url: string): Promise<void>;
  /** Newest first. */
  signingKeys(merchantKey: number): Promise<SigningKey[]>;
  /** @returns false when another process was faster */
  addSigningKey(merchantKey: number, key: Omit<SigningKey, 'retiredAt'>): Promise<boolean>;
}

/** For people and merchants: what was told, and how it went. */
export interface NotificationReadModel {
  /** In the order's sequence. */
  ofOrder(orderKey: number): Promise<NotificationView[]>;
  tries(key: number): Promise<NotificationTry[]>;
  /**
   * It is sent again, as if it had never been: at once, but not within a minute of its last try, nor before an earlier
   * one of its order that waits still, which is tried at once as well.
   *
   * @returns the receiver that it waits for; undefined when there is no such notification
   */
  resend(key: number, now: number): Promise<string | undefined>;
}

/** No notification is tried twice within this time: some shops refuse the same body for so long. */
export const PAUSE_MS_MIN = 60_000;

/** By which merchants and operators name one: `webhook-id` and `X-Notification-Id`. */
export function notificationId(key: number): string {
  return `ntf_${key}`;
}

/** @returns undefined where it names none */
export function notificationKey(id: string): number | undefined {
  const [, digits] = /^ntf_(\d{1,15})$/.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** An address is switched off as a whole, whatever its query says of one order. */
export function endpointOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}
