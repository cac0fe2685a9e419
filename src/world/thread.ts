/** The thread of a world: it opens the world, and answers a test's calls by messages. */
import { parentPort, workerData } from 'node:worker_threads';
import { type PayerCard, type PayerConduct, payAsPayer } from './payer.ts';
import { openWorld, type World, type WorldOptions } from './world.ts';

/** The newest version of the interface. */
const VERSION = 100;

interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: readonly never[];
}

interface MerchantAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

function callsOf(world: World): Readonly<Record<string, (...args: never[]) => unknown>> {
  const { url, merchantId, password, sandbox, deliveries } = world;
  const sandboxOrigin = `http://127.0.0.1:${sandbox.port}`;
  const authorization = `Basic ${Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')}`;
  const call = async (method: string, path: string, body?: object): Promise<MerchantAnswer> => {
    const answer = await fetch(`${url}/api/rest/version/${VERSION}/merchant/${merchantId}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as MerchantAnswer['body'] };
  };
  return {
    call,
    async order(id: string) {
      const { status, body } = await call('GET', `/order/${encodeURIComponent(id)}`);
      return status === 200 ? body : undefined;
    },
    pay: (session: string, means: PayerCard | string, conduct: PayerConduct = {}) => {
      const page = session.startsWith('SESSION') ? `${url}/checkout/pay/${session}` : session;
      return payAsPayer(page, means, { ...conduct, sandboxOrigin });
    },
    ledger(order?: string) {
      const filter = order === undefined ? {} : { order };
      const atAcquirer = sandbox.acquirer.ledger(filter).map((entry) => ({ at: 'acquirer', entry }));
      const atProviders = [...sandbox.providers.byId].flatMap(([id, { ledger }]) =>
        ledger.entries(filter).map((entry) => ({ at: id, entry })),
      );
      return [...atAcquirer, ...atProviders].map(({ at, entry }) => ({
        holder: at,
        order: entry.order,
        kind: entry.kind,
        state: entry.state,
        amount: entry.amount,
        currency: entry.currency,
        at: entry.at,
      }));
    },
    fail: (mode: never, { count = null, delayMs = 0 }: { count?: number | null; delayMs?: number } = {}) =>
      sandbox.acquirer.setFaults({ mode, count, delayMs }),
    now: () => world.now(),
    advance: (duration: number | string) => world.advance(duration),
    settled: () => world.settled(),
    notifications: () => deliveries.list(),
    hold: () => deliveries.hold(),
    release: (how: object) => deliveries.release(how),
    drop: (count: number) => deliveries.drop(count),
    double: (count: number) => deliveries.double(count),
    replay: (id: string) => deliveries.replay(id),
    stop: () => world.stop(),
  };
}

try {
  const world = await openWorld(workerData as WorldOptions);
  const calls = callsOf(world);
  parentPort?.on('message', async ({ id, name, args }: Call) => {
    try {
      parentPort?.postMessage({ id, value: await calls[name]?.(...args) });
    } catch (error) {
      parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  const { url, merchantId, password, notificationKey, sandbox } = world;
  const sandboxUrl = `http://127.0.0.1:${sandbox.port}`;
  parentPort?.postMessage({ started: { url, sandboxUrl, merchantId, password, notificationKey } });
} catch (error) {
  parentPort?.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  parentPort?.close();
}
