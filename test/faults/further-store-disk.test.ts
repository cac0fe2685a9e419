/**
 * F21. The disk of a further store is full, refuses writes or flushes none, or its server takes no writes, under load
 * on it and on the other stores: its merchants are refused and none of their payments is lost or doubled, the merchants
 * of the others are never refused, and the store is served again by itself. Then the same from the start of the
 * gateway, and while a merchant moves to the store and from it. `TURNPIKE_FAULT_STORE_DISK` sets the number of times.
 */
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { turnpike } from '../cli/turnpike.ts';
import { onPostgres } from '../support/database-place.ts';
import { type Failure, makeFailingDisk } from '../support/failing-disk.ts';
import { type Merchant, newOrderId } from '../support/merchant.ts';
import { movedIn, startMove } from '../support/move-command.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { seededRandom } from '../support/random.ts';
import { takeNoWrites } from '../support/read-only-database.ts';
import { makeSmallDisk } from '../support/small-disk.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { startLoad } from './load.ts';
import { report, rounds } from './report.ts';
import { outagesMsMax, sufferOutages } from './store-outages.ts';
import { addStoreAt, loadedStores } from './stores.ts';
import { judge, NO_FLAWS } from './verdict.ts';

const TIMES = rounds('STORE_DISK', 2);
const FILE_DISK_MB = 64;
/** As for the first store: a new server uses forty of it. */
const SERVER_DISK_MB = 192;
const SEGMENT_MB = 1;
const OTHER_CLIENTS = 4;
const NAME = 'north';
/** A store that cannot be opened is tried again after half a minute at most. */
const AGAIN_MS_MAX = 90_000;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);

/** A place for a store that a test can spoil while it is in use. */
interface BadPlace {
  /** Options of `store add`. */
  readonly options: readonly string[];
  /** The file of the store; with SQLite only. */
  readonly file?: string;
  /** The sentence for the operator about it. */
  readonly words: RegExp;
  begin(pid: number): unknown;
  end(pid: number): unknown;
  remove(): unknown;
}

interface Fault {
  readonly name: string;
  /** @returns undefined if this machine cannot make it */
  readonly place: () => BadPlace | undefined | Promise<BadPlace | undefined>;
}

function fullDisk(): BadPlace {
  const disk = makeSmallDisk(FILE_DISK_MB);
  const file = join(disk.path, `${NAME}.db`);
  const { fill, free, remove } = disk;
  return {
    options: ['--url', `sqlite:${file}`],
    file,
    words: /The disk of .* is full/,
    begin: fill,
    end: free,
    remove,
  };
}

const failingDisk = (failure: Failure) => (): BadPlace | undefined => {
  const disk = makeFailingDisk();
  const file = join(disk?.path ?? '', `${NAME}.db`);
  return (
    disk && {
      options: ['--url', `sqlite:${file}`],
      file,
      words: /may not use|read-only|The disk of .* fails/,
      begin: () => disk.fail(failure),
      end: () => disk.mend(),
      remove: () => disk.remove(),
    }
  );
};

async function fullServer(): Promise<BadPlace | undefined> {
  const disk = makeSmallDisk(SERVER_DISK_MB);
  if (!disk.isFileSystem) {
    disk.remove();
    return undefined;
  }
  const server = await startPostgres({ onDisk: disk.path, segmentMb: SEGMENT_MB, settings: { autovacuum: 'off' } });
  return {
    options: ['--url', server.urlOf('postgres')],
    words: /The disk of the database is full|No space left/,
    begin: disk.fill,
    async end(pid) {
      disk.free(pid);
      await server.resume();
    },
    remove: () => closed(server).then(() => disk.remove()),
  };
}

async function readOnlyServer(): Promise<BadPlace> {
  const server = await startPostgres();
  const url = server.urlOf('postgres');
  return {
    options: ['--url', url],
    words: /The database takes no writes/,
    begin: () => takeNoWrites(url, true),
    end: () => takeNoWrites(url, false),
    remove: () => closed(server),
  };
}

const closed = (server: PostgresServer) => server.close();

const FAULTS: readonly Fault[] = onPostgres()
  ? [
      { name: 'is full', place: fullServer },
      { name: 'takes no writes', place: readOnlyServer },
    ]
  : [
      { name: 'is full', place: fullDisk },
      { name: 'refuses writes', place: failingDisk('WRITE') },
      { name: 'flushes no writes', place: failingDisk('FLUSH') },
    ];

let stack: Stack | undefined;
let place: BadPlace | undefined;
afterEach(async () => {
  await stack?.close();
  await place?.remove();
  stack = undefined;
  place = undefined;
});

interface Ready {
  readonly status: string;
  readonly stores?: Readonly<Record<string, string>>;
}

const get = (path: string) => fetch(`${stack?.origin.replace('localhost', '127.0.0.1')}${path}`);
const ready = async () => (await (await get('/readyz')).json()) as Ready;
const command = ({ dataDir, settings }: Stack, ...args: readonly string[]) => turnpike(dataDir, args, settings);

/** The operator's views of the process and the store. */
async function expectNamed(at: Stack, { words }: BadPlace): Promise<void> {
  expect(await ready()).toMatchObject({ status: 'ready', stores: { [NAME]: 'not writable' } });
  const metrics = (await (await get('/metrics')).text()).split('\n');
  expect(metrics).toContain('turnpike_store_up{store="first"} 1');
  expect(metrics).toContain(`turnpike_store_up{store="${NAME}"} 0`);
  const lastLine = () =>
    at.gateway
      .output()
      .split('\n')
      .findLast((one) => one.includes('the store cannot be written'));
  const reason = expect.stringMatching(words);
  await expect.poll(() => JSON.parse(lastLine() ?? '{}')).toMatchObject({ store: NAME, reason });
  const { code, out } = await command(at, 'store', 'list');
  expect(code, out).toBe(1);
  expect(out.split('\n').filter((one) => one.includes(NAME))).toEqual([expect.stringMatching(words)]);
}

async function paysAgain(merchant: Merchant): Promise<void> {
  const isGood = async () => (await merchant.pay(newOrderId(), '1')).body.result === 'SUCCESS';
  await vi.waitUntil(isGood, { timeout: AGAIN_MS_MAX, interval: 200 });
}

it.for(FAULTS)(
  'a store whose disk $name refuses its merchants alone, loses nothing, and is served again by itself',
  { timeout: outagesMsMax(TIMES) + 120_000 },
  async ({ name, place: make }, { skip }) => {
    place = (await make()) ?? skip('No such disk could be made.');
    const spoiled = place as BadPlace;
    stack = await startStack();
    const at = stack;
    const [, second] = await loadedStores(at, 2);
    const [merchant] = await addStoreAt(at, NAME, spoiled.options);
    const others = [at.merchant, second?.merchants[0] as Merchant];
    await Promise.all(others.map((one) => one.introduce()));
    const loads = others.map((one) => startLoad([one], { clients: OTHER_CLIENTS, random }));
    await sufferOutages(
      { ...at, merchant: merchant as Merchant },
      {
        name: `F21 store whose disk ${name}`,
        what: [`${TIMES} times`],
        times: TIMES,
        begin: () => spoiled.begin(at.gateway.pid()),
        async end() {
          await expectNamed(at, spoiled);
          await spoiled.end(at.gateway.pid());
        },
        storeFile: spoiled.file,
        random,
      },
    );
    await vi.waitUntil(async () => (await ready()).stores === undefined, { timeout: AGAIN_MS_MAX, interval: 100 });
    for (const [index, load] of loads.entries()) {
      await load.end();
      const { flaws, facts } = await judge(load.attempts, { ...at, merchant: others[index] as Merchant });
      report(`F21 ${index === 0 ? 'first' : 'another'} store beside one whose disk ${name}`, [
        `${load.attempts.flatMap(({ refusals }) => refusals).length} refusals`,
        `the longest answer after ${load.longestMs().call} ms`,
        ...facts,
      ]);
      expect(flaws).toEqual(NO_FLAWS);
      expect(load.attempts.flatMap(({ refusals }) => refusals)).toEqual([]);
    }
  },
);

/** A server on a full disk takes writes until its log is full, and then ends: it is away. */
const NOT_FROM_THE_START = ['flushes no writes', ...(onPostgres() ? ['is full'] : [])];
const FROM_THE_START = FAULTS.filter(({ name }) => !NOT_FROM_THE_START.includes(name));

it.for(FROM_THE_START)(
  'a gateway starts while the disk of a further store $name, and merchants move there and from there once it is well',
  { timeout: 6 * AGAIN_MS_MAX },
  async ({ place: make }, { skip }) => {
    place = (await make()) ?? skip('No such disk could be made.');
    const spoiled = place as BadPlace;
    stack = await startStack();
    const at = stack;
    const [merchant] = (await addStoreAt(at, NAME, spoiled.options)) as [Merchant];
    await merchant.introduce();
    const [, second] = await loadedStores(at, 2);
    const other = second?.merchants[0] as Merchant;
    await other.introduce();
    await paysAgain(other);
    await paysAgain(merchant);

    await at.gateway.stop();
    await spoiled.begin(0);
    await at.gateway.start();
    expect((await ready()).status).toBe('ready');
    await paysAgain(other);
    const refused = await merchant.pay(newOrderId(), '1');
    expect([refused.status, refused.body.error?.cause]).toEqual([503, 'SERVER_BUSY']);
    await vi.waitUntil(async () => (await ready()).stores?.[NAME] !== undefined, { timeout: AGAIN_MS_MAX });
    const { code, out } = await command(at, 'store', 'list');
    expect([code, out]).toEqual([1, expect.stringMatching(spoiled.words)]);

    const there = await startMove(at, 'STORE-2', NAME).ended;
    expect(there).toMatchObject({ code: 1, said: expect.stringMatching(spoiled.words) });
    const from = await startMove(at, NAME.toUpperCase(), 'store-2').ended;
    expect(from).toMatchObject({ code: 1, said: expect.stringMatching(spoiled.words) });
    await paysAgain(other);

    await spoiled.end(0);
    await paysAgain(merchant);
    await movedIn(startMove(at, 'STORE-2', NAME), 'STORE-2', NAME);
    await movedIn(startMove(at, NAME.toUpperCase(), 'store-2'), NAME.toUpperCase(), 'store-2');
    await paysAgain(other);
    await paysAgain(merchant);
    // A few processes' worth of workers would write each line many times.
    const again = at.gateway
      .output()
      .split('\n')
      .filter((line) => line.includes('trying again'));
    report('F21 start with a bad disk', [`${again.length} lines about repeated attempts`]);
  },
);
