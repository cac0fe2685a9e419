/** The simulator's operations, in the order of their addresses. */
import type { PspOperation } from '../operation.ts';
import { getCharge, patchCharge, putCharge } from './charges.ts';
import { getPix, getPixRefund, putRefund } from './received-pix.ts';
import { deletePixWebhook, getWebhook, putWebhook } from './webhooks.ts';

export const PSP_OPERATIONS: readonly PspOperation[] = [
  putCharge,
  patchCharge,
  getCharge,
  getPix,
  putRefund,
  getPixRefund,
  putWebhook,
  getWebhook,
  deletePixWebhook,
];
