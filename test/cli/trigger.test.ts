/** `trigger` beside a running sandbox: each history ends as its name says. */
import { beforeAll, describe, expect, it } from 'vitest';
import { trigger } from '../../src/cli/trigger/trigger.ts';
import { keptStackThatAsksBanks, type Stack } from '../support/stack.ts';
import { turnpike } from './turnpike.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await keptStackThatAsksBanks();
});

const triggered = (...args: string[]) => turnpike(stack.dataDir, ['trigger', ...args], { ...stack.settings });

describe.concurrent('a history', () => {
  it.each([
    ['declined-then-paid', 'CAPTURED', 'REFUSED Your card was declined. You have not been charged.'],
    ['3ds-challenge', 'CAPTURED', 'RETURNED'],
    ['3ds-cancelled', 'FAILED', 'REFUSED You cancelled this payment. You have not been charged.'],
    ['wallet', 'CAPTURED', 'demoWallet: RETURNED'],
    ['part-refund', 'PARTIALLY_REFUNDED', 'REFUND: SUCCESS, APPROVED'],
    ['gift-card-returned', 'FAILED', 'the payer takes the gift card off'],
    ['notification-doubled', 'CAPTURED', 'the notification arrives: 200\nthe notification arrives: 200'],
    ['pending-a-day', 'INITIATED', 'demoWallet'],
    ['void', 'CANCELLED', 'VOID: SUCCESS, APPROVED'],
  ])('%s leaves the order %s', async (name, status, step) => {
    const { code, out, err } = await triggered(name);
    expect({ code, err }, out).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^order TRIGGER-[0-9a-f]{10}\n/);
    expect(out).toContain(step);
    expect(out).toContain(`the order is ${status}`);
  });
});

it('a step is printed before the history has ended', async () => {
  const printed: string[] = [];
  const env = { ...process.env, DATA_DIR: stack.dataDir, ...stack.settings };
  const { text } = await trigger({ args: ['void'], usage: '', env, progress: (line) => printed.push(line) });
  expect(printed.map((line) => line.split(/[ :]/)[0])).toEqual(['order', 'AUTHORIZE', 'VOID']);
  expect(text).toBe('the order is CANCELLED');
});

it('without a name the histories are listed, and an unknown one is a wrong call', async () => {
  expect((await triggered()).out).toMatch(/^late-money {2,}a transfer/m);
  expect(await triggered('windfall')).toMatchObject({ code: 2 });
});
