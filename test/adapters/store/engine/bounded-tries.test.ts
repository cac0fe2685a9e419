/** Where other processes are faster each time, a retry loop ends with an error. */
import { expect, it } from 'vitest';
import { type Engine, StoreError } from '../../../../src/adapters/store/engine/engine.ts';
import { IdAllocator } from '../../../../src/adapters/store/engine/id-allocator.ts';
import { StoredNotifications } from '../../../../src/adapters/store/notifications/notifications.ts';

/** Every commit with a guard loses the race. @param rows the result of every query */
function contended(...rows: readonly object[]) {
  const guarded = { count: 0 };
  const engine: Engine = {
    read: async <Row>() => rows as Row[],
    claim: async () => [],
    async commit({ guard }) {
      if (guard !== undefined) {
        guarded.count += 1;
      }
      return guard === undefined;
    },
    close: async () => undefined,
  };
  return { engine, guarded };
}

it('row keys are refused after a hundred lost races', async () => {
  const { engine, guarded } = contended({ next: 1 });
  await expect(IdAllocator.open(engine)).rejects.toThrow(StoreError);
  expect(guarded.count).toBe(100);
});

it('a resend is refused after a hundred lost races', async () => {
  const asked = {
    body: '{}',
    order_key: 1,
    merchant_key: 1,
    url: 'https://shop.example/',
    sequence: 1,
    tried_at: null,
  };
  const queue = { notification_key: 1, receiver: 'r', changes: 0, owner: null };
  const { engine, guarded } = contended({ ...asked, ...queue });
  const notifications = new StoredNotifications(engine, { store: 0 } as never, undefined as never);
  await expect(notifications.resend(1, 0)).rejects.toThrow(StoreError);
  expect(guarded.count).toBe(100);
});
