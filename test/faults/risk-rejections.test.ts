/**
 * F2 for risk rules. A gateway process dies at each named point of a payment that a rule rejects after its approval,
 * and while a payment that a person rejected is refunded. After the restart the acquirer holds no money of either, and
 * each refund was made once.
 */
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { turnpike } from '../cli/turnpike.ts';
import { onPostgres } from '../support/database-place.ts';
import { newOrderId } from '../support/merchant.ts';
import { API_PASSWORD, type Stack, startStack } from '../support/stack.ts';

const POINTS = ['AFTER_INTENT', 'REQUEST_SENT', 'REPLY_RECEIVED', 'AFTER_OUTCOME'] as const;
/** The time limit from the restart to agreement. */
const TRUTH_MS_MAX = 60_000;
const CASE_MS_MAX = 120_000;

const PROFILE = {
  id: 'JUDGES',
  name: 'Judges',
  risk: {
    rules: [
      { id: 'street', when: { avs: ['NO_MATCH'] }, recommendation: 'REJECT' },
      { id: 'large', when: { amount: { currency: 'EUR', above: '500' } }, recommendation: 'REVIEW' },
    ],
  },
};

const crashFile = join(tmpdir(), `turnpike-risk-crash-${process.pid}`);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    preload: [new URL('crash-points.ts', import.meta.url).href],
    env: { TURNPIKE_CRASH_FILE: crashFile },
  });
  const file = join(stack.dataDir, 'judges.json');
  await writeFile(file, JSON.stringify(PROFILE));
  await operator('merchant', 'put', file, '--password', API_PASSWORD);
});
afterAll(async () => {
  await stack.close();
  await rm(crashFile, { force: true });
});

async function operator(...args: string[]): Promise<void> {
  const ran = await turnpike(stack.dataDir, args, { DATABASE_URL: stack.databaseUrl });
  expect(ran).toMatchObject({ code: 0 });
}

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${stack.origin}/api/rest/version/100/merchant/${PROFILE.id}${path}`, {
    method,
    headers: { Authorization: `Basic ${btoa(`merchant.${PROFILE.id}:${API_PASSWORD}`)}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as {
    readonly status: string;
    readonly response: { readonly gatewayCode: string; readonly risk: object };
    readonly risk: { readonly response: { readonly gatewayCode: string } };
    readonly transaction: readonly { readonly transaction: { readonly id: string } }[];
  };
}

const paying = (apiOperation: string, amount: string, street?: string) => ({
  apiOperation,
  order: { amount, currency: 'EUR' },
  sourceOfFunds: {
    type: 'CARD',
    provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' } } },
  },
  ...(street !== undefined && { billing: { address: { street } } }),
});

const held = async (order: string) =>
  (await stack.acquirer.ledger(order)).filter(({ state }) => state === 'APPROVED').map(({ kind }) => kind);

async function restarted(): Promise<void> {
  await stack.gateway.ended();
  await rm(crashFile);
  await stack.gateway.start();
  await stack.acquirerIsBack();
}

const comesTrue = (check: () => Promise<void>) => vi.waitFor(check, { timeout: TRUTH_MS_MAX, interval: 250 });

const OPERATIONS = ['AUTHORIZE', 'PAY'] as const;

/** If the dead process's lease has to end first, each point runs once, alternating between the operations. */
const pointsOf = (operation: (typeof OPERATIONS)[number]) =>
  onPostgres() ? POINTS.filter((_, index) => OPERATIONS[index % OPERATIONS.length] === operation) : POINTS;

describe.each(OPERATIONS)('%s that a rule rejects after its approval', (operation) => {
  it.each(pointsOf(operation))('is reversed after its process died at %s', { timeout: CASE_MS_MAX }, async (point) => {
    const order = newOrderId();
    await writeFile(crashFile, point);
    const answer = await call('PUT', `/order/${order}/transaction/1`, paying(operation, '12.00', 'Echo St')).catch(
      () => undefined,
    );
    expect(answer).toBeUndefined();
    await restarted();
    await comesTrue(async () => {
      expect(await call('GET', `/order/${order}`)).toMatchObject({ status: 'FAILED', result: 'FAILURE' });
      expect(await held(order)).toEqual([]);
    });
  });
});

describe('a payment that a person rejects', () => {
  it.each(POINTS)(
    'is refunded once after its process died at %s of the refund',
    { timeout: CASE_MS_MAX },
    async (point) => {
      const order = newOrderId();
      const paid = await call('PUT', `/order/${order}/transaction/1`, paying('PAY', '612.00'));
      expect(paid.response.risk).toMatchObject({ gatewayCode: 'REVIEW_REQUIRED' });
      await writeFile(crashFile, point);
      await operator('review', 'reject', PROFILE.id, order);
      await restarted();
      await comesTrue(async () => {
        const found = await call('GET', `/order/${order}`);
        expect(found).toMatchObject({
          status: 'CANCELLED',
          risk: { response: { gatewayCode: 'REJECTED', reversalResult: 'OKAY' } },
        });
        expect(found.transaction).toHaveLength(2);
        expect(await held(order)).toEqual([]);
      });
    },
  );
});
