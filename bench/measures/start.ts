/** The time from the start of the process to the first page received, and the page's size. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { GATEWAY_ENVIRONMENT, GATEWAY_NODE_OPTIONS } from '../../src/start/node-options.mjs';
import type { Plan } from '../plan.ts';
import type { Child } from '../processes/child.ts';
import { fetchOnce } from '../processes/fetch-once.ts';
import { ENTRY, type GatewayPlace, gatewayPlace, gatewayReady } from '../processes/gateway.ts';
import type { Measured } from '../report/measured.ts';
import { whole } from '../report/print.ts';
import { median, rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';
import { BROWSER_HEADERS, newCheckout } from './checkout.ts';
import { type Transfer, transfersOf } from './transfers.ts';

const FIRST_PAGE_MS_MAX = 400;
const PAGE_KB_MAX = 16;
const PAGE_REQUESTS_MAX = 4;
/** Polling interval: short enough for precise times, and long enough not to load the processor. */
const POLL_MS = 4;
const KB = 1_024;

export async function measureStart(bench: Workbench, { starts }: Plan): Promise<Measured> {
  const { world } = await bench.world();
  const place = await gatewayPlace(bench.newFolder('start-data'), world);
  const path = await firstStart(bench, place);
  const times: number[] = [];
  let transfers: Transfer[] = [];
  for (let started = 0; started < starts; started += 1) {
    const began = performance.now();
    const gateway = startGateway(bench, place);
    await firstPage(place.origin + path);
    times.push(performance.now() - began);
    if (started === 0) {
      transfers = await transfersOf(place.origin, path);
    }
    await gateway.stop();
  }
  await bench.stopAll();

  const bytes = transfers.reduce((sum, transfer) => sum + transfer.bytes, 0);
  return {
    name: 'start',
    tables: [
      {
        title: `From the start of the process to the first page, ms; starts 2 to ${starts + 1} on the same store`,
        head: ['', ...times.map((_, index) => `start ${index + 2}`), 'median'],
        rows: [['gateway', ...times.map(whole), whole(median(times))]],
        notes: [],
      },
      {
        title: 'What a first visit to the page transfers, heads included',
        head: ['', 'bytes', 'encoding'],
        rows: [
          ...transfers.map((transfer) => [transfer.kind, whole(transfer.bytes), transfer.encoding]),
          [`all ${transfers.length}`, whole(bytes), ''],
        ],
        notes: [],
      },
    ],
    marks: [
      { what: 'first page', value: rounded(median(times), 0), unit: ' ms', atMost: FIRST_PAGE_MS_MAX },
      { what: 'page transfers', value: rounded(bytes / KB, 1), unit: ' KB', atMost: PAGE_KB_MAX },
      { what: 'page requests', value: transfers.length, unit: '', atMost: PAGE_REQUESTS_MAX },
    ],
    data: { firstPageMs: times, medianMs: median(times), transfers, bytes },
  };
}

/** Creates the store, the compile cache, and a checkout whose page the later starts fetch. Its time does not count. */
async function firstStart(bench: Workbench, place: GatewayPlace): Promise<string> {
  const gateway = startGateway(bench, place);
  await gatewayReady(place);
  const path = await newCheckout(place.origin);
  await fetchOnce(place.origin + path, { headers: BROWSER_HEADERS });
  await gateway.stop();
  return path;
}

/** Starts it as `npm run gateway` does; or, with a release, as `turnpike gateway`. */
function startGateway(bench: Workbench, { env }: GatewayPlace): Child {
  const { TURNPIKE_RELEASE: release } = process.env;
  const ways =
    release === undefined
      ? { entry: ENTRY, nodeArgs: GATEWAY_NODE_OPTIONS, env: { ...env, ...GATEWAY_ENVIRONMENT } }
      : { entry: pathToFileURL(join(release, 'bin', 'turnpike.mjs')), args: ['gateway'], env };
  return bench.start({ name: 'gateway', ...ways });
}

async function firstPage(url: string): Promise<void> {
  const cancelAtProvider = AbortSignal.timeout(20_000);
  while (!cancelAtProvider.aborted) {
    const page = await fetchOnce(url, { headers: BROWSER_HEADERS }).catch(() => undefined);
    if (page?.status === 200) {
      return;
    }
    if (page !== undefined) {
      throw new Error(`The first page was answered with ${page.status}.`);
    }
    await sleep(POLL_MS);
  }
  throw new Error('No page came.');
}
