import { describe, expect, it } from 'vitest';
import { CALLS } from '../../src/contract/calls.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';

describe.each(CALLS.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s',
  (_, { operations, access }) => {
    it('asks the same of every caller, whichever operation the body names', () => {
      const accesses = operations.map((name): Operation => OPERATIONS[name]).map((row) => row.access ?? 'MERCHANT');
      expect(new Set(accesses)).toEqual(new Set([access]));
    });
  },
);

it('every operation is called somewhere', () => {
  const called = new Set(CALLS.flatMap(({ operations }) => operations));
  expect([...called].sort()).toEqual(Object.keys(OPERATIONS).sort());
});

it('a call is counted by its only operation without apiOperation, else by what its address ends in', () => {
  expect(CALLS.map(({ method, path, label }) => [method, path, label])).toEqual([
    ['PUT', '/order/{orderId}/transaction/{transactionId}', 'TRANSACTION'],
    ['GET', '/order/{orderId}', 'RETRIEVE_ORDER'],
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
  ]);
});
