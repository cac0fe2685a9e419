/** Jest runs this file in a realm of its own, whose prototypes are not Node's. */
const assert = require('node:assert/strict');
const { startTurnpike } = require('@turnpike/sandbox');

test('answers are equal to values of the test, by their prototypes too', async () => {
  const world = await startTurnpike();
  assert.deepEqual(await world.ledger.entries('none'), []);
  const { status, body } = await world.call('GET', '/order/none');
  assert.deepEqual({ status, result: body.result }, { status: 400, result: 'ERROR' });
  assert.ok(body.error instanceof Object);
  await assert.rejects(world.clock.advance('soon'), Error);
  await world.stop();
});
