/** A process that is killed between any two steps of its writing to the archive, on either engine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { isFirst, itAtLength } from '../../../support/at-length.ts';
import { type DatabasePlace, newDatabase } from '../../../support/database-place.ts';
import { opened } from '../rig.ts';
import { ended, NOW, storeIntent } from '../stored-transactions.ts';
import { pieceRows } from './archived.ts';

const LATER_MS = 2 * 86_400_000;
const MONTH = '2027-01';
const EMAIL = 'ann@post.example';

async function rig() {
  const place = await newDatabase();
  onTestFinished(() => place.remove());
  const store = await opened(place.url);
  const intent = await storeIntent(store, 'O-1', NOW);
  await ended(store, intent, { gatewayCode: 'APPROVED' });
  const [row] = await place.rows('select request from payment_transaction');
  await place.run(
    'update payment_transaction set request = ?',
    `${row?.request}`.replace('"details":{}', `"details":{"customer":{"email":"${EMAIL}"}}`),
  );
  const read = () => store.orders.transactions(intent.order.key);
  return { place, store, read, before: await read() };
}

/** @returns the signal that killed it, or its exit code */
async function dies({ url }: DatabasePlace, diesAt: number, erases = ''): Promise<unknown> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('dying-process.ts', import.meta.url))], {
    env: { ...process.env, DATABASE_URL: url, ORDER: 'O-1', DIES_AT: `${diesAt}`, ERASES: erases },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

const markers = async ({ rows }: DatabasePlace) =>
  Number(
    (
      await rows(`select count(*) as n from payment_transaction t
        join transaction_outcome r on r.transaction_key = t.key where t.request like '@%' and r.outcome like '@%'`)
    )[0]?.n,
  );
const states = async ({ rows }: DatabasePlace) =>
  (await rows('select state from archive_copy')).map(({ state }) => state);

itAtLength(
  [
    ['the record of the copy', 1, 'PENDING', 0, 0],
    ['the piece', 2, 'PENDING', 1, 0],
    ['the markers', 3, 'ARCHIVED', 1, 1],
  ] as const,
  isFirst,
)('an order is read as before after a kill behind %s, and the next walk completes the step', async (...args) => {
  const [, step, state, copied, marked] = args;
  const { place, store, read, before } = await rig();
  expect(await dies(place, step)).toBe('SIGKILL');
  expect(await states(place)).toEqual([state]);
  expect([(await pieceRows(place, MONTH)).length, await markers(place)]).toEqual([copied, marked]);
  expect(await read()).toEqual(before);
  await store.archive.finish(Date.now() + LATER_MS);
  expect([(await pieceRows(place, MONTH)).length, await markers(place)]).toEqual([marked, marked]);
  expect(await read()).toEqual(before);
  expect(await dies(place, 0)).toBe(0);
  expect(await read()).toEqual(before);
  expect(await markers(place)).toBe(1);
});

itAtLength(
  [
    ['its drop', 4],
    ['its removal from the piece', 5],
  ],
  () => false,
)('a copy of an order that has changed is deleted in the end, also when killed after %s', async (_, step) => {
  const { place, store, read, before } = await rig();
  expect(await dies(place, step, 'late')).toBe('SIGKILL');
  expect(await states(place)).toEqual(['DROPPED']);
  await store.archive.finish(Date.now() + LATER_MS);
  expect([await states(place), await pieceRows(place, MONTH)]).toEqual([[], []]);
  expect(await read()).toEqual(before);
});

itAtLength(
  [
    ['the order', 1, true],
    ['the piece', 2, false],
  ],
  () => false,
)('an erasure that is killed after %s is complete in every place after the next walk', async (_, step, isInPiece) => {
  const { place, store, read } = await rig();
  expect(await dies(place, 0)).toBe(0);
  expect(await dies(place, step, 'yes')).toBe('SIGKILL');
  expect(JSON.stringify(await place.rows('select request from payment_transaction'))).not.toContain(EMAIL);
  expect(JSON.stringify(await pieceRows(place, MONTH)).includes(EMAIL)).toBe(isInPiece);
  expect(await states(place)).toEqual(['STALE']);
  await store.archive.finish(Date.now() + LATER_MS);
  expect(JSON.stringify(await pieceRows(place, MONTH))).not.toContain(EMAIL);
  expect(await states(place)).toEqual(['ARCHIVED']);
  const [payment] = await read();
  expect(payment).toMatchObject({ request: { amount: 1_200n }, outcome: { gatewayCode: 'APPROVED' } });
});
