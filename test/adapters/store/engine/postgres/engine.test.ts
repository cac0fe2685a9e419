/**
 * Effects of the network and other processes on the PostgreSQL engine: lost, silent and refused connections, deadlocks,
 * concurrent migrations.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { type Engine, StoreError, write } from '../../../../../src/adapters/store/engine/engine.ts';
import { IdAllocator } from '../../../../../src/adapters/store/engine/id-allocator.ts';
import { CommitTurns, TurnsOnServers } from '../../../../../src/adapters/store/engine/postgres/commit-turns.ts';
import { PostgresEngine } from '../../../../../src/adapters/store/engine/postgres/engine.ts';
import { openPostgres } from '../../../../../src/adapters/store/engine/postgres/open.ts';
import { Servers } from '../../../../../src/adapters/store/engine/postgres/servers.ts';
import { openStore } from '../../../../../src/adapters/store/store.ts';
import { insertOutcome, insertTransaction } from '../../../../../src/adapters/store/transactions/statements.ts';
import { type DatabasePlace, newDatabase, newEmptyDatabase } from '../../../../support/database-place.ts';
import { all, put, rename, unit } from '../../data-keys/data-keys.ts';
import { onEnd } from '../../rig.ts';

/** The proxy's action on a client's message. */
type Mischief = (said: string, ends: { client: Socket; server: Socket }) => 'FORWARD' | 'SWALLOW';

/** A proxy between the engine and its server. */
class Wire {
  mischief: Mischief = () => 'FORWARD';
  /** Drops everything that the server sends. */
  isMute = false;
  connections = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => this.#join(client));
  #to: URL;
  #refuses = false;

  constructor(url: string) {
    this.#to = new URL(url);
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    onEnd(() => {
      this.cut();
      this.#server.close();
    });
    return Object.assign(new URL(this.#to), { port: `${(this.#server.address() as AddressInfo).port}` }).href;
  }

  set refuses(refuses: boolean) {
    this.#refuses = refuses;
    if (refuses) {
      this.cut();
    }
  }

  cut(): void {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  #join(client: Socket): void {
    if (this.#refuses) {
      client.destroy();
      return;
    }
    this.connections += 1;
    const server = connect(Number(this.#to.port), this.#to.hostname);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    }
    client.on('data', (bytes) => {
      if (this.mischief(bytes.toString('latin1'), { client, server }) === 'FORWARD') {
        server.write(bytes);
      }
    });
    server.on('data', (bytes) => this.isMute || client.write(bytes));
    client.on('close', () => server.end());
    server.on('close', () => client.destroy());
  }
}

let place: DatabasePlace;
let url: string;
let wire: Wire;
let servers: Servers;
let engine: PostgresEngine;
let ids: () => Promise<number[]>;

beforeEach(async () => {
  place = await newDatabase();
  onEnd(() => place.remove());
  ({ url } = place);
  wire = new Wire(url);
  servers = new Servers(await wire.open());
  engine = new PostgresEngine(servers);
  const beside = new PostgresEngine(new Servers(url));
  onEnd(() => Promise.all([engine.close(), beside.close()]));
  ids = async () => (await beside.read(all, {})).map(({ id }) => Number(id));
});

describe('a connection that is lost', () => {
  it('between two requests is replaced without an effect', async () => {
    await engine.commit(unit(1));
    await engine.read(all, {});
    wire.cut();
    expect(await engine.commit(unit(2))).toBe(true);
    expect(await engine.read(all, {})).toHaveLength(2);
    expect(await ids()).toEqual([1, 2]);
  });

  it('before the commit is sent loses no write: the unit is written again', async () => {
    let cuts = 0;
    wire.mischief = (said, { client }) => {
      if (cuts > 0 || !said.includes('BEGIN')) {
        return 'FORWARD';
      }
      cuts += 1;
      client.destroy();
      return 'SWALLOW';
    };
    const guarded = { guard: put(1), writes: [put(2)] };
    expect(await engine.commit(guarded)).toBe(true);
    expect([cuts, await ids()]).toEqual([1, [1, 2]]);
  });

  it.each([
    ['after it was done', true],
    ['before it got there', false],
  ])('with the commit on its way, %s, is reported as in doubt', async (_when, arrives) => {
    await engine.commit(unit(1));
    wire.mischief = (said, { client }) => {
      if (!said.includes('COMMIT')) {
        return 'FORWARD';
      }
      wire.isMute = true;
      setTimeout(() => client.destroy(), 200);
      return arrives ? 'FORWARD' : 'SWALLOW';
    };
    const failure = await engine.commit(unit(2)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreError);
    expect((failure as StoreError).inDoubt).toBe(true);
    await expect.poll(ids).toEqual(arrives ? [1, 2] : [1]);
    wire.mischief = () => 'FORWARD';
    wire.isMute = false;
    expect(await engine.commit(unit(3))).toBe(true);
  });

  it('and is refused fails waiting units within seconds, and the engine recovers by itself', async () => {
    await engine.commit(unit(1));
    wire.refuses = true;
    const results = await Promise.allSettled([engine.commit(unit(2)), engine.commit(unit(3)), engine.read(all, {})]);
    for (const result of results) {
      expect(result.status).toBe('rejected');
      expect((result as PromiseRejectedResult).reason).toMatchObject({ code: 'STORE_UNAVAILABLE', inDoubt: false });
    }
    wire.refuses = false;
    expect(await engine.commit(unit(4))).toBe(true);
    expect(await ids()).toEqual([1, 4]);
  });

  it('by silence times out, and the engine recovers by itself', async () => {
    await engine.commit(unit(1));
    wire.mischief = () => 'SWALLOW';
    const results = await Promise.allSettled([engine.commit(unit(2)), engine.read(all, {})]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    wire.mischief = () => 'FORWARD';
    expect(await engine.commit(unit(3))).toBe(true);
    expect(await ids()).toEqual([1, 3]);
  });
});

describe('a server that lacks a confirmed commit', () => {
  const transaction = { key: 7, orderKey: 1, transactionId: '1', request: '{}', sealedCard: null, createdAt: 0 };

  it.each([
    ['a transaction', 'delete from payment_transaction', (by: Engine) => by.commit({ writes: [insert()] })],
    ['an outcome', 'delete from transaction_outcome', (by: Engine) => by.commit({ writes: [insert(), outcome()] })],
    ['row keys', "update row_key set next = 2 where name = 'all'", (by: Engine) => IdAllocator.open(by)],
  ])('is refused for good, and reported: %s', async (_what, lose, commit) => {
    await commit(engine);
    await engine.commit(unit(1));
    wire.cut();
    expect(await engine.read(all, {})).toHaveLength(1);
    expect(servers.lacksCommits).toBe(false);
    await place.rows(lose);
    wire.cut();
    const refused = { code: 'STORE_UNAVAILABLE', inDoubt: false, cause: { code: 'LOST_COMMITS' } };
    await expect(engine.read(all, {})).rejects.toMatchObject(refused);
    await expect(engine.commit(unit(2))).rejects.toMatchObject(refused);
    expect([servers.lacksCommits, await ids()]).toEqual([true, [1]]);
  });

  it('is not confused with one that lacks a unit whose guard failed', async () => {
    await IdAllocator.open(engine);
    expect(await engine.commit({ guard: write(rename, { id: 9, kek: 'none' }), writes: [insert()] })).toBe(false);
    wire.cut();
    expect([await engine.read(all, {}), servers.lacksCommits]).toEqual([[], false]);
  });

  const insert = () => write(insertTransaction, { ...transaction, fingerprint: new Uint8Array(1) });
  const outcome = () =>
    write(insertOutcome, {
      ...{ key: 7, outcome: '{}', followUpAt: null, followUps: 0, processor: 'acquirer:default', updatedAt: 0 },
    });
});

describe('units that arrive one by one while a transaction is in flight', () => {
  const NEVER_MS = 3_600_000;

  /** An engine whose first transaction gets no answer until `release`, and the sizes of its transactions. */
  async function withOneInFlight({ secondWaitMs, turns }: { secondWaitMs?: number; turns?: CommitTurns } = {}) {
    const sizes: number[] = [];
    const own = new PostgresEngine(servers, { onCommit: (units) => sizes.push(units), secondWaitMs, turns });
    onEnd(() => own.close());
    const begun = Promise.withResolvers<() => void>();
    wire.mischief = (said, { server }) => {
      if (!said.includes('BEGIN')) {
        return 'FORWARD';
      }
      wire.mischief = () => 'FORWARD';
      begun.resolve(() => server.write(Buffer.from(said, 'latin1')));
      return 'SWALLOW';
    };
    const first = own.commit(unit(1));
    return { own, sizes, first, release: await begun.promise };
  }

  const NEXT = [2, 3, 4];

  async function oneByOne(own: PostgresEngine, ids: readonly number[]): Promise<Promise<boolean>[]> {
    const commits: Promise<boolean>[] = [];
    for (const id of ids) {
      commits.push(own.commit(unit(id)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return commits;
  }

  it('share the next transaction if they are few', async () => {
    const { own, sizes, first, release } = await withOneInFlight({ secondWaitMs: NEVER_MS });
    const commits = await oneByOne(own, NEXT);
    release();
    await Promise.all([first, ...commits]);
    expect(sizes).toEqual([1, 3]);
    expect(await ids()).toEqual([1, ...NEXT]);
  });

  it('are written beside it if they are many', async () => {
    const { own, sizes, first, release } = await withOneInFlight({ secondWaitMs: NEVER_MS });
    const many = Array.from({ length: 16 }, (_, at) => at + 2);
    await Promise.all(await oneByOne(own, many));
    expect(sizes).toContain(16);
    release();
    expect(await first).toBe(true);
  });

  it('are written beside it after some milliseconds if it hangs', async () => {
    const { own, first, release } = await withOneInFlight();
    await Promise.all(await oneByOne(own, NEXT));
    expect(await ids()).toEqual(expect.arrayContaining(NEXT));
    release();
    expect(await first).toBe(true);
    expect(await ids()).toEqual([1, ...NEXT]);
  });

  describe('in another store of the process', () => {
    /** @param written called with the number of units of each transaction */
    function otherStore(turns: CommitTurns, written: (units: number) => void) {
      const other = new PostgresEngine(new Servers(url), { onCommit: written, secondWaitMs: NEVER_MS, turns });
      onEnd(() => other.close());
      return other;
    }

    it('share a transaction after it, and the stores begin in the order in which they waited', async () => {
      const turns = new CommitTurns(NEVER_MS);
      const { first, release } = await withOneInFlight({ turns });
      const written: [store: string, units: number][] = [];
      const [second, third] = ['second', 'third'].map((name) =>
        otherStore(turns, (units) => written.push([name, units])),
      ) as [PostgresEngine, PostgresEngine];
      const commits = await oneByOne(second, [2, 3]);
      commits.push(...(await oneByOne(third, [4, 5, 6])), ...(await oneByOne(second, [7])));
      expect(written).toEqual([]);
      release();
      await Promise.all([first, ...commits]);
      expect(written).toEqual([
        ['second', 3],
        ['third', 3],
      ]);
      expect(await ids()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    });

    it('are written beside it if they are many', async () => {
      const turns = new CommitTurns(NEVER_MS);
      const { first, release } = await withOneInFlight({ turns });
      const sizes: number[] = [];
      const other = otherStore(turns, (units) => sizes.push(units));
      const many = Array.from({ length: 16 }, (_, at) => at + 2);
      await Promise.all(await oneByOne(other, many));
      expect(sizes).toEqual([16]);
      release();
      expect(await first).toBe(true);
    });

    it('are written beside it by a store that closes', async () => {
      const turns = new CommitTurns(NEVER_MS);
      const { first, release } = await withOneInFlight({ turns });
      const other = otherStore(turns, () => undefined);
      const commits = await oneByOne(other, NEXT);
      await other.close();
      expect(await Promise.all(commits)).toEqual([true, true, true]);
      release();
      expect(await first).toBe(true);
    });

    it('are written beside it after some milliseconds if it hangs', async () => {
      const turns = new CommitTurns();
      const { first, release } = await withOneInFlight({ turns });
      const other = otherStore(turns, () => undefined);
      await Promise.all(await oneByOne(other, NEXT));
      expect(await ids()).toEqual(expect.arrayContaining(NEXT));
      release();
      expect(await first).toBe(true);
    });
  });
});

it('stores of one process on other servers do not wait for each other', () => {
  const turns = new TurnsOnServers();
  turns.on('one:5432').begin();
  expect([turns.on('one:5432').waitMs() > 0, turns.on('two:5432').waitMs()]).toEqual([true, 0]);
});

it('units of two processes that lock the same rows in opposite order all end', async () => {
  await engine.commit({ writes: [put(1), put(2)] });
  const beside = new PostgresEngine(new Servers(url));
  onEnd(() => beside.close());
  const both = (by: PostgresEngine, first: number, second: number, round: number) =>
    by.commit({
      guard: write(rename, { id: first, kek: `${round}` }),
      writes: [write(rename, { id: second, kek: `${round}` })],
    });
  for (let round = 0; round < 6; round += 1) {
    const units = Array.from({ length: 8 }, (_, at) =>
      both(at % 2 ? engine : beside, 1 + (at % 2), 2 - (at % 2), round),
    );
    expect(await Promise.all(units)).toEqual(Array(8).fill(true));
  }
});

describe('opening', () => {
  it('gives several processes at once the whole schema in an empty database', async () => {
    const place = await newEmptyDatabase();
    onEnd(() => place.remove());
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(place.url)));
    for (const store of stores) {
      expect(await store.answers()).toBe(true);
    }
    for (const store of stores) {
      await store.close();
    }
  });

  it('opens a database that a later version has extended, and refuses one of which it has removed a part', async () => {
    const place = await newDatabase();
    onEnd(() => place.remove());
    await place.rows("insert into kysely_migration (name, timestamp) values ('9998_added', 'now')");
    const open = await openPostgres(place.url);
    expect(open.later).toEqual(['9998_added']);
    await open.close();
    await place.rows("insert into kysely_migration (name, timestamp) values ('9999_contract_2.3.0_gone', 'now')");
    await expect(openPostgres(place.url)).rejects.toThrow(/^This is Turnpike \S+, and the database needs 2\.3\.0, /);
  });

  it.each([['synchronous_commit', 'off']])(
    'refuses a database whose %s is %s, in one line without a password',
    async (setting, value) => {
      const place = await newEmptyDatabase();
      onEnd(() => place.remove());
      await place.rows(`alter database ${new URL(place.url).pathname.slice(1)} set ${setting} = ${value}`);
      const failure = (await openPostgres(place.url).catch((error: unknown) => error)) as Error;
      expect(failure).toBeInstanceOf(StoreError);
      expect(failure.message).toMatch(new RegExp(`^postgres://\\S+: ${setting} is ${value}`));
      expect(failure.message).not.toContain(new URL(place.url).password);
    },
  );

  it.each([
    [
      'the port is closed',
      (url: URL) => Object.assign(url, { port: '1' }),
      /^postgres:\/\/127\.0\.0\.1:1\/\S+: .*ECONNREFUSED/,
    ],
    [
      'the password is wrong',
      (url: URL) => Object.assign(url, { password: 'wrong' }),
      /password authentication failed/,
    ],
    [
      'there is no such database',
      (url: URL) => Object.assign(url, { pathname: '/nowhere' }),
      /"nowhere" does not exist/,
    ],
  ])('reports in one line that %s', async (_what, changed, words) => {
    const url = changed(new URL(inject('postgresUrl') as string)).href;
    const failure = (await openPostgres(url).catch((error: unknown) => error)) as Error;
    expect(failure).toBeInstanceOf(StoreError);
    expect(failure.message).toMatch(words);
    expect(failure.message.split('\n')).toHaveLength(1);
  });
});
