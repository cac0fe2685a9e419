/**
 * The handler of each operation. The compiler requires one for every row of the contract's table, and that its request
 * type matches the row. If a request omits the operation where several are possible, the refusal lists them in this
 * order.
 */
import type { ContractOperation } from '../../contract/operations.ts';
import { endLink, getLink, getLinks, type LinkRouteDependencies, postLink } from './link-routes.ts';
import type { NotificationRouteDependencies } from './notification-routes.ts';
import { getNotifications, resendNotification } from './notification-routes.ts';
import { exportOrders } from './order-export.ts';
import { getOrders, type OrderListDependencies } from './order-list-routes.ts';
import {
  getTransaction,
  type OrderTransactionDependencies,
  putTransaction,
  retrieveOrder,
} from './order-transaction.ts';
import { type AuthenticationDependencies, putAuthentication } from './payer-authentication/routes.ts';
import { checkEnrolment, getAcsResult, processAcsResult } from './payer-authentication/three-ds-1/enrolment-routes.ts';
import { paymentOptions } from './payment-options-route.ts';
import type { Handler } from './rest-request.ts';
import { createCheckout, createSession, getSession, updateSession } from './session-routes.ts';
import { deleteStoredToken, getToken, postToken, putToken, type TokenRouteDependencies } from './token-routes.ts';
import type { ValidationDependencies } from './validate-session.ts';

export interface HandlerDependencies
  extends AuthenticationDependencies,
    LinkRouteDependencies,
    NotificationRouteDependencies,
    OrderListDependencies,
    OrderTransactionDependencies,
    TokenRouteDependencies,
    ValidationDependencies {}

export const HANDLERS: { readonly [Name in ContractOperation]: Handler<HandlerDependencies, Name> } = {
  AUTHORIZE: putTransaction,
  CAPTURE: putTransaction,
  INITIATE_BROWSER_PAYMENT: putTransaction,
  PAY: putTransaction,
  REFERRAL: putTransaction,
  REFUND: putTransaction,
  UPDATE_AUTHORIZATION: putTransaction,
  VERIFY: putTransaction,
  VOID: putTransaction,
  CONFIRM_BROWSER_PAYMENT: putTransaction,
  INITIATE_AUTHENTICATION: putAuthentication,
  AUTHENTICATE_PAYER: putAuthentication,
  CHECK_3DS_ENROLLMENT: checkEnrolment,
  PROCESS_ACS_RESULT: processAcsResult,
  RETRIEVE_3DS_RESULT: getAcsResult,
  RETRIEVE_ORDER: retrieveOrder,
  RETRIEVE_ORDERS: getOrders,
  EXPORT_ORDERS: exportOrders,
  RETRIEVE_TRANSACTION: getTransaction,
  RETRIEVE_NOTIFICATIONS: getNotifications,
  RESEND_NOTIFICATION: resendNotification,
  CREATE_TOKEN: postToken,
  UPDATE_TOKEN: putToken,
  RETRIEVE_TOKEN: getToken,
  DELETE_TOKEN: deleteStoredToken,
  PAYMENT_OPTIONS_INQUIRY: paymentOptions,
  CREATE_SESSION: createSession,
  UPDATE_SESSION: updateSession,
  RETRIEVE_SESSION: getSession,
  CREATE_CHECKOUT_SESSION: createCheckout,
  INITIATE_CHECKOUT: createCheckout,
  CREATE_LINK: postLink,
  RETRIEVE_LINKS: getLinks,
  RETRIEVE_LINK: getLink,
  END_LINK: endLink,
};
