/** The settings that the shop needs. They are the same at every run, so that a shop is configured once. */
export const DEFAULT_PORT = 8070;
/** No secret: the gateway of the check moves no money, and listens on this machine only. */
export const PASSWORD = '5a0bc8ec4a5e0f12a4b1c0de5a0bc8ec';
export const NOTIFICATION_KEY = 'whsec_c2hvcC1jaGVjay1zaWducy1ub3RpZmljYXRpb25z';
export const NOTIFICATION_SECRET = 'shop-check-notification-secret';

export interface ShopSettings {
  /** The base of the REST interface, as `http://localhost:8070`. */
  readonly gateway: string;
  readonly merchant: string;
  readonly password: string;
  /** Signs notifications, as Standard Webhooks. */
  readonly notificationKey: string;
  /** The header `X-Notification-Secret`. */
  readonly notificationSecret: string;
}
