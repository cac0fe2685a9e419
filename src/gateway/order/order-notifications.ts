/** An order's notification settings. */
export interface OrderNotifications {
  /** The API version of the request that created the order: all its notifications use this one. */
  readonly version: number;
  /** The newest address that a request of the order named. */
  readonly url?: string;
  /** How many notifications were made: the newest one's `sequence`. */
  readonly count: number;
}
