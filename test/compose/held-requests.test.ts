/** Requests that wait for the end of a move: their bounds, and the ways in which a wait ends. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HELD_MS_MAX, HeldRequests, type ReceivedRequest } from '../../src/compose/stores/held-requests.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function rig(max?: number) {
  const passed: ReceivedRequest[] = [];
  const refused: ReceivedRequest[] = [];
  const held = new HeldRequests({
    again: (received) => passed.push(received),
    refuse: (received) => refused.push(received),
    ...(max !== undefined && { max }),
  });
  const hold = (merchant: string, received = newRequest()) => {
    held.hold(received, merchant);
    return received;
  };
  return { held, hold, passed, refused };
}

const newRequest = (): ReceivedRequest => ({
  request: {} as IncomingMessage,
  response: new EventEmitter() as unknown as ServerResponse,
  own: () => undefined,
});

it('passes on the requests of a merchant that has arrived, in their order', () => {
  const { held, hold, passed, refused } = rig();
  const [first, other, second] = [hold('ONE'), hold('TWO'), hold('ONE')];
  held.release((merchant) => merchant === 'TWO');
  expect(passed).toEqual([first, second]);
  held.release(() => false);
  expect([passed, refused]).toEqual([[first, second, other], []]);
  vi.advanceTimersByTime(2 * HELD_MS_MAX);
  expect(refused).toEqual([]);
});

it('refuses a request after five seconds in all, however often it was held', () => {
  const { held, hold, passed, refused } = rig();
  const received = hold('ONE');
  vi.advanceTimersByTime(HELD_MS_MAX - 1_000);
  held.release(() => false);
  hold('ONE', received);
  vi.advanceTimersByTime(999);
  expect([passed, refused]).toEqual([[received], []]);
  vi.advanceTimersByTime(1);
  expect(refused).toEqual([received]);
});

it('refuses requests above its limit, and forgets those of clients that hang up', () => {
  const { held, hold, passed, refused } = rig(2);
  const [first, second, third] = [hold('ONE'), hold('ONE'), hold('ONE')];
  expect(refused).toEqual([third]);
  first.response.emit('close');
  const fourth = hold('ONE');
  held.release(() => false);
  expect([passed, refused]).toEqual([[second, fourth], [third]]);
});

it('refuses all when the process closes', () => {
  const { held, hold, refused } = rig();
  const first = hold('ONE');
  held.end();
  const second = hold('ONE');
  expect([refused, held.count]).toEqual([[first, second], 0]);
});
