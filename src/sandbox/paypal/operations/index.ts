/** All operations of the simulator that need an account's access token. */
import type { PayPalOperation } from '../operation.ts';
import { captureAuthorization, getAuthorization, reauthorize, voidAuthorization } from './authorizations.ts';
import { getCapture, getRefund, refundCapture } from './captures.ts';
import { authorizeOrder, captureOrder } from './complete-order.ts';
import { createOrder } from './create-order.ts';
import { getDispute } from './disputes.ts';
import { patchOrder } from './patch-order.ts';
import { getPayPalOrder } from './show-order.ts';
import { searchTransactions } from './transactions.ts';
import { createWebhook, deleteWebhook, getEvent, listWebhooks, resendEvent, verifySignature } from './webhooks.ts';

export const PAYPAL_OPERATIONS: readonly PayPalOperation[] = [
  createOrder,
  getPayPalOrder,
  patchOrder,
  authorizeOrder,
  captureOrder,
  getAuthorization,
  captureAuthorization,
  reauthorize,
  voidAuthorization,
  getCapture,
  refundCapture,
  getRefund,
  getDispute,
  searchTransactions,
  verifySignature,
  createWebhook,
  listWebhooks,
  deleteWebhook,
  getEvent,
  resendEvent,
];
