/** Every operation that the stand-in serves. */
import type { Operation } from '../operation.ts';
import { authorizeOrder, captureOrder } from './complete-order.ts';
import { createOrder } from './create-order.ts';
import { getOrder } from './show-order.ts';

export const OPERATIONS: readonly Operation[] = [createOrder, getOrder, authorizeOrder, captureOrder];
