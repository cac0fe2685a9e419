/** An order for which others are faster each time. */
import { expect, it } from 'vitest';
import { cardBody } from '../world.ts';
import { bench } from './bench.ts';

it('ends with SERVER_BUSY, to be sent again, and nobody was asked', async () => {
  const on = bench();
  let begun = 0;
  on.orders.begin = async () => {
    begun += 1;
    return false;
  };
  await expect(on.run('PAY', '1', cardBody())).rejects.toMatchObject({ errorCause: 'SERVER_BUSY', status: 503 });
  // The first one counts on a new order, and looks for none.
  expect(begun).toBe(101);
  expect(on.acquirer.requests).toEqual([]);
});
