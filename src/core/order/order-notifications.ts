export interface OrderNotifications {
  /** The API version of the request that created the order; used for all of its notifications. */
  readonly version: number;
  /** The address from the newest request that named one. */
  readonly url?: string;
  /** The number of notifications so far, which is the newest one's `sequence`. */
  readonly count: number;
}
