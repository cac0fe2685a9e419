/**
 * Many stores that nobody uses: what a process keeps of them when they were opened after its start and sleep again, the
 * processor time that they take then, and the time until all were looked into. A second process with one such store is
 * the comparison. Then changes of the directory are made, and the time until the process knows each is taken.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { GATEWAY_ENVIRONMENT, GATEWAY_NODE_OPTIONS } from '../../src/start/node-options.mjs';
import type { Plan } from '../plan.ts';
import type { Child } from '../processes/child.ts';
import { fetchOnce } from '../processes/fetch-once.ts';
import { type GatewayPlace, gatewayPlace, gatewayReady, PROBE } from '../processes/gateway.ts';
import { addFiles, awayStore } from '../processes/store-set.ts';
import type { Measured } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { median, rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';

const SLEEPY = new URL('../processes/sleepy-gateway.ts', import.meta.url);
const MARKS = { megabytes: 64, percentOfCore: 1, changeMs: 1_000 } as const;
const MB = 1_048_576;
/** The stores sleep after such a time, in place of minutes. */
const IDLE_MS = 2_000;
const POLL_MS = 500;
const CHANGES = 20;
/** Collections and finalizers that a first collection causes. */
const SETTLED_MS = 3_000;

interface Sleeping {
  readonly stores: number;
  readonly requestMs: number;
  readonly openedSeconds: number;
  readonly openedCpuMs: number;
  readonly openMax: number;
  /** Megabytes: the largest seen meanwhile, and after a collection at the end. */
  readonly residentMax: number;
  readonly resident: number;
  readonly heap: number;
  readonly percentOfCore: number;
  readonly changesMs: readonly number[];
}

export async function measureSleepingStores(bench: Workbench, plan: Plan): Promise<Measured> {
  const one = await sleepingOf(bench, plan, 1);
  const many = await sleepingOf(bench, plan, plan.sleepingStores);
  return {
    name: 'sleeping-stores',
    tables: [
      {
        title: 'Stores on SQLite that were opened after the start, and sleep',
        head: [
          'stores',
          'resident MB',
          'heap MB',
          '% of a core',
          'to open all s',
          'each ms',
          'open at most',
          'MB at most',
        ],
        rows: [one, many].map((of) => [
          whole(of.stores),
          fixed(of.resident, 1),
          fixed(of.heap, 1),
          fixed(of.percentOfCore, 2),
          fixed(of.openedSeconds, 1),
          fixed(of.openedCpuMs / of.stores, 0),
          whole(of.openMax),
          fixed(of.residentMax, 1),
        ]),
        notes: [
          'MB: of the process, after a collection; and the largest while the stores were opened and closed.',
          'each ms: processor time to open one store and to close it again.',
          `The first request to a store right after the start: ${whole(many.requestMs)} ms with ${many.stores}.`,
          `A change of the directory was known after ${whole(median(many.changesMs))} ms, ${whole(Math.max(...many.changesMs))} at most, of ${CHANGES}.`,
        ],
      },
    ],
    marks: [
      {
        what: `resident memory of ${many.stores} sleeping stores beside one`,
        value: rounded(many.resident - one.resident, 1),
        unit: ' MB',
        atMost: MARKS.megabytes,
      },
      {
        what: `processor time of ${many.stores} sleeping stores beside one`,
        value: rounded(many.percentOfCore - one.percentOfCore, 2),
        unit: ' % of a core',
        atMost: MARKS.percentOfCore,
      },
      {
        what: 'a change of the directory until it is known',
        value: rounded(Math.max(...many.changesMs), 0),
        unit: ' ms',
        atMost: MARKS.changeMs,
      },
    ],
    data: { one, many },
  };
}

async function sleepingOf(bench: Workbench, { idleSeconds }: Plan, stores: number): Promise<Sleeping> {
  const { world } = await bench.world();
  const place = await gatewayPlace(bench.newFolder('data'), world);
  const maker = start(bench, place);
  await gatewayReady(place);
  await maker.stop();
  await addFiles(place, stores);
  const child = start(bench, place);
  await gatewayReady(place);
  const began = performance.now();
  const before = await child.usage();
  // The last store would be opened last.
  await fetchOnce(`${place.origin}/api/rest/version/100/merchant/SHOP-store-${stores}/order/none`);
  const requestMs = performance.now() - began;
  const opened = await untilAsleep(child, place, stores);
  const after = await child.usage({ collect: true });
  await sleep(SETTLED_MS);
  const rested = await child.usage({ collect: true });
  const restedAt = performance.now();
  await sleep(idleSeconds * 1_000);
  const idle = await child.usage();
  const idleMs = performance.now() - restedAt;
  const changesMs = await changes(place, stores);
  await bench.stopAll();
  return {
    stores,
    requestMs,
    openedCpuMs: (after.cpuUs - before.cpuUs) / 1_000,
    ...opened,
    resident: rested.rssBytes / MB,
    heap: rested.heapUsedBytes / MB,
    percentOfCore: (idle.cpuUs - rested.cpuUs) / 10 / idleMs,
    changesMs,
  };
}

function start(bench: Workbench, { env }: GatewayPlace): Child {
  return bench.start({
    name: 'gateway',
    entry: SLEEPY,
    args: [`${IDLE_MS}`],
    nodeArgs: [...GATEWAY_NODE_OPTIONS, '--import', PROBE, '--expose-gc'],
    env: { ...env, ...GATEWAY_ENVIRONMENT },
  });
}

/** Resolves when every store was opened and sleeps again. */
async function untilAsleep(child: Child, place: GatewayPlace, stores: number) {
  const began = performance.now();
  let [openMax, residentMax] = [0, 0];
  for (;;) {
    const { open } = await states(place);
    openMax = Math.max(openMax, open);
    residentMax = Math.max(residentMax, (await child.usage()).rssBytes / MB);
    const closed = child.output().matchAll(/"store":"(store-\d+)"[^\n]*"msg":"the store is closed"/g);
    if (open === 0 && new Set([...closed].map(([, name]) => name)).size >= stores) {
      return { openMax, residentMax, openedSeconds: (performance.now() - began) / 1_000 };
    }
    await sleep(POLL_MS);
  }
}

/** @returns for each change the milliseconds from its commit until the process knows it */
async function changes(place: GatewayPlace, stores: number): Promise<number[]> {
  const taken: number[] = [];
  for (let made = 1; made <= CHANGES; made += 1) {
    // At another moment of the process's second each time.
    await sleep(Math.random() * 1_000);
    const since = await awayStore(place, `away-${made}`);
    while ((await states(place)).all < stores + made) {
      await sleep(1);
    }
    taken.push(performance.now() - since);
  }
  return taken;
}

async function states({ origin }: GatewayPlace): Promise<{ readonly open: number; readonly all: number }> {
  const metrics = (await fetchOnce(`${origin}/metrics`)).body.toString();
  const counts = [...metrics.matchAll(/^turnpike_stores\{state="(\w+)"\} (\d+)$/gm)];
  const open = counts.find(([, state]) => state === 'open')?.[2];
  return { open: Number(open ?? 0), all: counts.reduce((sum, [, , count]) => sum + Number(count), 0) };
}
