export interface OrderNotifications {
  /** The API version of the request that created the order; used for all notifications of the order. */
  readonly version: number;
  /** The notification URL of the newest request that has one. */
  readonly url?: string;
  /** The number of notifications so far, and the `sequence` of the newest. */
  readonly count: number;
}
