/** A standby is promoted, and the former primary returns as its standby: connections find the writable server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresEngine } from '../../../../../src/adapters/store/engine/postgres/engine.ts';
import { Servers } from '../../../../../src/adapters/store/engine/postgres/servers.ts';
import { openStore } from '../../../../../src/adapters/store/store.ts';
import { type FailoverPair, movingName, startPair } from '../../../../support/postgres-pair.ts';
import { all, unit } from '../../data-keys/data-keys.ts';

const GOOD_MS_MAX = 60_000;
const START_MS_MAX = 120_000;

let pair: FailoverPair;
beforeAll(async () => {
  pair = await startPair();
  await (await openStore(pair.first.urlOf('postgres'), { owner: false })).close();
  await pair.caughtUp();
}, START_MS_MAX);
afterAll(() => pair.close());

describe('a database failover', () => {
  it(
    'continues within seconds, with one name that moves and with several hosts, and reads from the primary',
    async () => {
      const { first, second } = pair;
      const moving = await movingName(first);
      const servers = [new Servers(moving.url), new Servers(pair.urlOf('postgres'))] as const;
      const [byName, byHosts] = [new PostgresEngine(servers[0]), new PostgresEngine(servers[1])];
      const ids = async (engine: PostgresEngine) => (await engine.read(all, {})).map(({ id }) => Number(id));
      expect(await byName.commit(unit(1))).toBe(true);
      expect(await byHosts.commit(unit(2))).toBe(true);
      expect(await ids(byHosts)).toEqual([1, 2]);
      expect(servers.map(({ timeline }) => timeline)).toEqual([1, 1]);
      await pair.failOver();
      // The name resolves to the standby for a while: no write succeeds, and the connection is dropped.
      await expect(byName.commit(unit(3))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      moving.leadTo(second);
      const isWritten = (engine: PostgresEngine, id: number) => engine.commit(unit(id)).catch(() => false);
      await expect.poll(() => isWritten(byName, 4), { timeout: GOOD_MS_MAX }).toBe(true);
      await expect.poll(() => isWritten(byHosts, 5), { timeout: GOOD_MS_MAX }).toBe(true);
      for (const engine of [byName, byHosts]) {
        // Both readers of each.
        expect([await ids(engine), await ids(engine)]).toEqual([
          [1, 2, 4, 5],
          [1, 2, 4, 5],
        ]);
      }
      // A promotion without a loss is noticed as such.
      expect(servers.map(({ timeline, lacksCommits }) => [timeline, lacksCommits])).toEqual([
        [2, false],
        [2, false],
      ]);
      await Promise.all([byName.close(), byHosts.close()]);
      await moving.close();
    },
    START_MS_MAX,
  );

  it('allows opening with several hosts of which the first is a standby or down, and refuses a standby alone in one line', async () => {
    const store = await openStore(pair.urlOf('postgres'), { owner: false });
    expect(await store.answers()).toBe(true);
    await store.close();
    await expect(openStore(pair.first.urlOf('postgres'), { owner: false })).rejects.toThrow(
      /standby, which takes no writes/,
    );
  });
});
