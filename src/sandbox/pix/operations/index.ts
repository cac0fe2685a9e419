/** The simulator's operations, in the order of their addresses. */
import type { Operation } from '../operation.ts';
import { getCharge, patchCharge, putCharge } from './charges.ts';
import { getPix, getRefund, putRefund } from './received.ts';
import { deleteWebhook, getWebhook, putWebhook } from './webhooks.ts';

export const OPERATIONS: readonly Operation[] = [
  putCharge,
  patchCharge,
  getCharge,
  getPix,
  putRefund,
  getRefund,
  putWebhook,
  getWebhook,
  deleteWebhook,
];
