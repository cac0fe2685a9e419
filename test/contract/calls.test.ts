import { describe, expect, it } from 'vitest';
import { CONTRACT_CALLS } from '../../src/contract/calls.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';

describe.each(CONTRACT_CALLS.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s',
  (_, { operations, access, bySession }) => {
    it('is open to a session’s id only for the operations that say so', () => {
      const open = operations.filter((name) => (OPERATIONS[name] as Operation).access === 'MERCHANT_OR_SESSION');
      expect(bySession).toEqual(open);
      expect(access).toBe(open.length > 0 ? 'MERCHANT_OR_SESSION' : 'MERCHANT');
    });
  },
);

it('every operation is called somewhere', () => {
  const called = new Set(CONTRACT_CALLS.flatMap(({ operations }) => operations));
  expect([...called].sort()).toEqual(Object.keys(OPERATIONS).sort());
});

it('a call is counted by its only operation without apiOperation, else by the end of its address', () => {
  expect(CONTRACT_CALLS.map(({ method, path, label }) => [method, path, label])).toEqual([
    ['PUT', '/order/{orderId}/transaction/{transactionId}', 'TRANSACTION'],
    ['PUT', '/3DSecureId/{3DSecureId}', '3DSECUREID'],
    ['POST', '/3DSecureId/{3DSecureId}', '3DSECUREID'],
    ['GET', '/3DSecureId/{3DSecureId}', 'RETRIEVE_3DS_RESULT'],
    ['GET', '/order/{orderId}', 'RETRIEVE_ORDER'],
    ['GET', '/order', 'RETRIEVE_ORDERS'],
    ['GET', '/orderExport', 'EXPORT_ORDERS'],
    ['GET', '/order/{orderId}/transaction/{transactionId}', 'RETRIEVE_TRANSACTION'],
    ['GET', '/order/{orderId}/notification', 'RETRIEVE_NOTIFICATIONS'],
    ['PUT', '/order/{orderId}/notification/{notificationId}', 'NOTIFICATION'],
    ['POST', '/token', 'CREATE_TOKEN'],
    ['PUT', '/token/{token}', 'UPDATE_TOKEN'],
    ['GET', '/token/{token}', 'RETRIEVE_TOKEN'],
    ['DELETE', '/token/{token}', 'DELETE_TOKEN'],
    ['GET', '/paymentOptionsInquiry', 'PAYMENT_OPTIONS_INQUIRY'],
    ['POST', '/paymentOptionsInquiry', 'PAYMENT_OPTIONS_INQUIRY'],
    ['POST', '/session', 'CREATE_SESSION'],
    ['PUT', '/session/{sessionId}', 'UPDATE_SESSION'],
    ['GET', '/session/{sessionId}', 'RETRIEVE_SESSION'],
    ['POST', '/link', 'CREATE_LINK'],
    ['GET', '/link', 'RETRIEVE_LINKS'],
    ['GET', '/link/{linkId}', 'RETRIEVE_LINK'],
    ['DELETE', '/link/{linkId}', 'END_LINK'],
  ]);
});
