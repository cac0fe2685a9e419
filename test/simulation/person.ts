/** The person who decides refunds that need approval, at a console of their own. */
import type { Store } from '../../src/adapters/store/store.ts';
import type { SharedStore } from './engine.ts';
import type { Machines } from './machines.ts';
import type { World } from './world.ts';

const CHECK_INTERVAL_MS = 4_000;
const WAITING_MAX = 10;
/** After the last client: longer than a message's delay, or than the pause of the process that has it. */
const LATE_MS = 120_000;

export function startPerson(world: World, machines: Machines, { orders }: Store, store: SharedStore): void {
  const look = async (): Promise<void> => {
    const waiting = await orders.waitingRefunds(WAITING_MAX);
    for (const { transaction } of waiting) {
      const decision = world.chance.oneIn(3) ? 'REJECTED' : 'APPROVED';
      const isFirst = await world.scheduler.during(() =>
        orders.decideRefund(transaction.key, decision, 'a person', world.wall()),
      );
      store.written();
      world.journal.step('person', `${transaction.transactionId}: ${decision}`);
      if (isFirst) {
        world.journal.count(`refund ${decision}`);
      }
    }
    if (waiting.length > 0 || !machines.isLeftAloneFor(LATE_MS)) {
      next();
    }
  };
  const next = (): void => world.scheduler.after(CHECK_INTERVAL_MS, () => void look());
  next();
}
