/**
 * `npm run bench`: measures the gateway and, in the same run, a simpler server for comparison, and prints both.
 *
 * @example
 *   npm run bench                                  everything, some four minutes
 *   npm run bench -- --quick --only authorize      a short look at one thing
 *   npm run bench -- --only re-sealing --rows N    N cards are sealed anew beside payments
 *   npm run bench -- --json figures.json           for a program
 *   npm run bench -- --only authorize --profile p  the gateway's CPU profile goes into the folder p
 *   TURNPIKE_RELEASE=FOLDER npm run bench -- --only start   of an installed release, whose package is FOLDER
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Flags, type MeasureName, readFlags } from './flags.ts';
import { describeMachine, machineText } from './machine.ts';
import { measureAuthentication } from './measures/authentication.ts';
import { measureAuthorize } from './measures/authorize.ts';
import { measureBrowser } from './measures/browser.ts';
import { measureBrowserPayments } from './measures/browser-payments.ts';
import { measureCapacity } from './measures/capacity.ts';
import { EMBEDDED, POSTGRES } from './measures/engines.ts';
import { measureGrowth } from './measures/growth.ts';
import { measureHostedFields } from './measures/hosted-fields.ts';
import { measureIndexWorker } from './measures/index-worker.ts';
import { measureLatency } from './measures/latency.ts';
import { measureMemory } from './measures/memory.ts';
import { measureNotifications } from './measures/notifications.ts';
import { measurePage } from './measures/page.ts';
import { WAYS } from './measures/payers.ts';
import { measureProcesses } from './measures/processes.ts';
import { measureProvider } from './measures/providers.ts';
import { measureReSealing } from './measures/re-sealing.ts';
import { measureSearch } from './measures/search.ts';
import { measureSleepingStores } from './measures/sleeping-stores.ts';
import { measureStart } from './measures/start.ts';
import { measureLookUps } from './measures/store-look-ups.ts';
import { measureStores } from './measures/stores.ts';
import { measureStoresApart } from './measures/stores-apart.ts';
import { measureTraces } from './measures/traces.ts';
import { measureValidation } from './measures/validation.ts';
import { FULL, type Plan, QUICK } from './plan.ts';
import { isMet, type Measured } from './report/measured.ts';
import { marksText, tableText } from './report/print.ts';
import { Workbench } from './workbench.ts';

const MEASURES: Record<MeasureName, (bench: Workbench, plan: Plan) => Promise<Measured>> = {
  authorize: (bench, plan) => measureAuthorize(bench, plan, EMBEDDED),
  'authorize-postgres': (bench, plan) => measureAuthorize(bench, plan, POSTGRES),
  processes: measureProcesses,
  'stores-sqlite': (bench, plan) => measureStores(bench, plan, 'SQLite'),
  'stores-postgres': (bench, plan) => measureStores(bench, plan, 'PostgreSQL'),
  'stores-apart': measureStoresApart,
  'sleeping-stores': measureSleepingStores,
  'store-look-ups': measureLookUps,
  latency: (bench, plan) => measureLatency(bench, plan, EMBEDDED),
  'latency-postgres': (bench, plan) => measureLatency(bench, plan, POSTGRES),
  growth: measureGrowth,
  page: measurePage,
  browser: measureBrowser,
  memory: measureMemory,
  start: measureStart,
  validation: measureValidation,
  'browser-payments': measureBrowserPayments,
  paypal: (bench, plan) => measureProvider(bench, plan, WAYS.paypal),
  'open-banking': (bench, plan) => measureProvider(bench, plan, WAYS['open-banking']),
  pix: (bench, plan) => measureProvider(bench, plan, WAYS.pix),
  authentication: measureAuthentication,
  notifications: measureNotifications,
  'hosted-fields': measureHostedFields,
  're-sealing': measureReSealing,
  search: (bench, plan) => measureSearch(bench, plan, EMBEDDED),
  'search-postgres': (bench, plan) => measureSearch(bench, plan, POSTGRES),
  'index-worker': measureIndexWorker,
  traces: measureTraces,
  capacity: measureCapacity,
};

async function measureAll(bench: Workbench, flags: Flags, interrupted: Promise<never>): Promise<boolean> {
  const { measures, quick, orders, rows, stores, jsonFile } = flags;
  const standard = quick ? QUICK : FULL;
  const plan = {
    ...standard,
    growthOrders: orders ?? standard.growthOrders,
    sealedRows: rows ?? standard.sealedRows,
    sleepingStores: stores ?? standard.sleepingStores,
  };
  const machine = describeMachine(bench.folder);
  console.log(machineText(machine));
  const measured: Measured[] = [];
  const overdue: string[] = [];
  for (const name of measures) {
    const one = await Promise.race([MEASURES[name](bench, plan), late(name, limitMs(standard, plan)), interrupted]);
    if (typeof one === 'string') {
      overdue.push(one);
      await bench.stopAll();
      continue;
    }
    measured.push(one);
    for (const table of one.tables) {
      console.log(tableText(table));
    }
  }
  const marks = measured.flatMap((one) => one.marks);
  if (marks.length > 0) {
    console.log(marksText(marks));
  }
  for (const line of overdue) {
    console.error(line);
  }
  if (jsonFile !== undefined) {
    const figures = Object.fromEntries(measured.map(({ name, data }) => [name, data]));
    const checked = marks.map((mark) => ({ ...mark, met: isMet(mark) }));
    writeFileSync(jsonFile, `${JSON.stringify({ machine, quick, plan, ...figures, marks: checked }, null, 2)}\n`);
  }
  return overdue.length === 0;
}

/**
 * The time limit of a measure. A store that is ten times as large takes ten times as long to fill and to re-encrypt.
 */
function limitMs(standard: Plan, { growthOrders, sealedRows, sleepingStores, measureMsMax }: Plan): number {
  return (
    measureMsMax *
    Math.max(
      1,
      growthOrders / standard.growthOrders,
      sealedRows / standard.sealedRows,
      sleepingStores / standard.sleepingStores,
    )
  );
}

/** Ends the wait for a stuck measure, so that the other measures keep their figures. */
async function late(name: MeasureName, ms: number): Promise<string> {
  await sleep(ms, undefined, { ref: false });
  return `${name}: not done after ${ms / 1_000} s; given up.`;
}

/** Rejects when the user interrupts the run. */
function interruption(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => reject(new Error('Interrupted.')));
  }
  return promise;
}

async function main(): Promise<number> {
  const flags = readFlags(process.argv.slice(2));
  const profileFolder = flags.profileFolder && resolve(flags.profileFolder);
  if (profileFolder !== undefined) {
    mkdirSync(profileFolder, { recursive: true });
  }
  const bench = new Workbench(profileFolder);
  try {
    return (await measureAll(bench, flags, interruption())) ? 0 : 1;
  } finally {
    await bench.close();
  }
}

try {
  process.exit(await main());
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
