/** The simulator's operations, in the order of their addresses. */
import type { BankOperation } from '../operation.ts';
import { startAuthorisation } from './authorise.ts';
import { cancelPayment } from './cancel.ts';
import { initiatePayment } from './initiate.ts';
import { listAuthorisations, readPayment, readScaStatus, readStatus } from './read.ts';

export const BANK_OPERATIONS: readonly BankOperation[] = [
  initiatePayment,
  readPayment,
  cancelPayment,
  readStatus,
  ...(['INITIATION', 'CANCELLATION'] as const).flatMap((kind) => [
    startAuthorisation(kind),
    listAuthorisations(kind),
    readScaStatus(kind),
  ]),
];
