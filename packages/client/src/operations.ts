/** The operations by the names of their methods. `npm run reference` generates this file from the contract. */
import type { OperationRow } from './connection.ts';

const PATH = '/order/{orderId}/transaction/{transactionId}';

export const OPERATIONS: Readonly<Record<string, OperationRow>> = {
  authorize: ['PUT', PATH, 'BT', 'AUTHORIZE'],
  pay: ['PUT', PATH, 'BT', 'PAY'],
  verify: ['PUT', PATH, 'BT', 'VERIFY'],
  capture: ['PUT', PATH, 'BT', 'CAPTURE'],
  refund: ['PUT', PATH, 'BT', 'REFUND'],
  void: ['PUT', PATH, 'BT', 'VOID'],
  referral: ['PUT', PATH, 'BT', 'REFERRAL'],
  updateAuthorization: ['PUT', PATH, 'BT', 'UPDATE_AUTHORIZATION'],
  initiateBrowserPayment: ['PUT', PATH, 'B', 'INITIATE_BROWSER_PAYMENT'],
  confirmBrowserPayment: ['PUT', PATH, 'B', 'CONFIRM_BROWSER_PAYMENT'],
  initiateAuthentication: ['PUT', PATH, 'BS', 'INITIATE_AUTHENTICATION'],
  authenticatePayer: ['PUT', PATH, 'BS', 'AUTHENTICATE_PAYER'],
  retrieveOrder: ['GET', '/order/{orderId}', ''],
  retrieveOrders: ['GET', '/order', 'Q'],
  retrieveTransaction: ['GET', PATH, ''],
  retrieveNotifications: ['GET', '/order/{orderId}/notification', ''],
  resendNotification: ['PUT', '/order/{orderId}/notification/{notificationId}', 'B', 'RESEND_NOTIFICATION'],
  createToken: ['POST', '/token', 'B'],
  updateToken: ['PUT', '/token/{token}', 'B'],
  retrieveToken: ['GET', '/token/{token}', ''],
  deleteToken: ['DELETE', '/token/{token}', ''],
  paymentOptionsInquiry: ['POST', '/paymentOptionsInquiry', 'B'],
  createSession: ['POST', '/session', 'B'],
  updateSession: ['PUT', '/session/{sessionId}', 'BS'],
  retrieveSession: ['GET', '/session/{sessionId}', ''],
  initiateCheckout: ['POST', '/session', 'B', 'INITIATE_CHECKOUT'],
  createCheckoutSession: ['POST', '/session', 'B', 'CREATE_CHECKOUT_SESSION'],
  createLink: ['POST', '/link', 'B'],
  retrieveLinks: ['GET', '/link', ''],
  retrieveLink: ['GET', '/link/{linkId}', ''],
  endLink: ['DELETE', '/link/{linkId}', ''],
};
