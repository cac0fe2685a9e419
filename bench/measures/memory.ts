/** The gateway's memory over many authorizations. */
import { authorizeBody, authorizeJob } from '../authorize-request.ts';
import type { Plan } from '../plan.ts';
import { HOST } from '../processes/gateway.ts';
import type { Usage } from '../processes/probe.ts';
import type { Measured } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';

const RESIDENT_MB_MAX = 350;
/** The allowed difference between the two readings of the same process. */
const GROWTH_MB_MAX = 10;
/** The second reading comes after this multiple of the requests. Growth that continues until then is a leak. */
const LONGER = 3;
/** The share of requests before the first reading, in which heap and caches grow to their working size. */
const SETTLED_SHARE = 0.1;
const MB = 1_048_576;

export async function measureMemory(bench: Workbench, { memoryRequests }: Plan): Promise<Measured> {
  const load = bench.load();
  const { world } = await bench.world();
  const gateway = await bench.gateway(world, { collectable: true });
  const body = authorizeBody(`http://${HOST}:${world.notificationPort}/notifications`);
  const job = { ...authorizeJob(gateway.origin), body };
  const settled = Math.round(memoryRequests * SETTLED_SHARE);
  const atStart = await reading(gateway.child);
  await load.run({ ...job, until: { requests: settled } });
  const atTenth = await reading(gateway.child);
  await load.run({ ...job, until: { requests: memoryRequests - settled } });
  const atEnd = await reading(gateway.child);
  await load.run({ ...job, until: { requests: (LONGER - 1) * memoryRequests } });
  const muchLater = await reading(gateway.child);
  await bench.stopAll();

  const residentMb = atEnd.natural.rssBytes / MB;
  const growthMb = (muchLater.collected.heapUsedBytes - atEnd.collected.heapUsedBytes) / MB;
  const row = (name: string, { natural, collected }: Reading) => [
    name,
    ...[
      natural.rssBytes,
      collected.rssBytes,
      collected.heapHeldBytes,
      collected.heapUsedBytes,
      collected.externalBytes,
    ].map((bytes) => fixed(bytes / MB, 1)),
  ];
  return {
    name: 'memory',
    tables: [
      {
        title: 'Memory of the gateway process, MB',
        head: ['after authorizations', 'resident', 'after GC: resident', 'heap held', 'heap used', 'buffers'],
        rows: [
          row('0', atStart),
          row(whole(settled), atTenth),
          row(whole(memoryRequests), atEnd),
          row(whole(LONGER * memoryRequests), muchLater),
        ],
        notes: ['Growth is of the heap that is used after a forced garbage collection, between the last two lines.'],
      },
    ],
    marks: [
      {
        what: `resident memory after ${whole(memoryRequests)} authorizations`,
        value: rounded(residentMb, 1),
        unit: ' MB',
        atMost: RESIDENT_MB_MAX,
      },
      {
        what: `growth of the heap from there to ${whole(LONGER * memoryRequests)}`,
        value: rounded(growthMb, 1),
        unit: ' MB',
        atMost: GROWTH_MB_MAX,
      },
    ],
    data: { requests: memoryRequests, settledAfter: settled, atStart, atTenth, atEnd, muchLater, residentMb, growthMb },
  };
}

interface Reading {
  /** Memory without a preceding garbage collection. */
  readonly natural: Usage;
  readonly collected: Usage;
}

async function reading(child: { usage(options?: { collect?: boolean }): Promise<Usage> }): Promise<Reading> {
  return { natural: await child.usage(), collected: await child.usage({ collect: true }) };
}
