/** An order for which every commit loses a race. */
import { expect, it } from 'vitest';
import { cardBody } from '../world.ts';
import { bench } from './bench.ts';

it('an operation that loses every race ends with SERVER_BUSY, without a message to the acquirer', async () => {
  const on = bench();
  let attempts = 0;
  on.orders.begin = async () => {
    attempts += 1;
    return false;
  };
  await expect(on.run('PAY', '1', cardBody())).rejects.toMatchObject({ errorCause: 'SERVER_BUSY', status: 503 });
  // The first try counts on a new order and does not look for an existing one.
  expect(attempts).toBe(101);
  expect(on.acquirer.requests).toEqual([]);
});
