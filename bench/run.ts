/**
 * `npm run bench`: measures the gateway beside what it could be at best, in one run on one machine, and prints both.
 *
 * @example
 *   npm run bench                                  everything, some four minutes
 *   npm run bench -- --quick --only authorize      a short look at one thing
 *   npm run bench -- --json figures.json           for a program
 *   npm run bench -- --only authorize --profile p  the gateway's CPU profile goes into the folder p
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Flags, type MeasureName, readFlags } from './flags.ts';
import { describeMachine, machineText } from './machine.ts';
import { measureAuthorize } from './measures/authorize.ts';
import { measureBrowserPayments } from './measures/browser-payments.ts';
import { EMBEDDED, POSTGRES } from './measures/engines.ts';
import { measureGrowth } from './measures/growth.ts';
import { measureMemory } from './measures/memory.ts';
import { measureNotifications } from './measures/notifications.ts';
import { measurePage } from './measures/page.ts';
import { measureStart } from './measures/start.ts';
import { measureValidation } from './measures/validation.ts';
import { FULL, type Plan, QUICK } from './plan.ts';
import { isMet, type Measured } from './report/measured.ts';
import { marksText, tableText } from './report/print.ts';
import { Workbench } from './workbench.ts';

const MEASURES: Record<MeasureName, (bench: Workbench, plan: Plan) => Promise<Measured>> = {
  authorize: (bench, plan) => measureAuthorize(bench, plan, EMBEDDED),
  'authorize-postgres': (bench, plan) => measureAuthorize(bench, plan, POSTGRES),
  growth: measureGrowth,
  page: measurePage,
  memory: measureMemory,
  start: measureStart,
  validation: measureValidation,
  'browser-payments': measureBrowserPayments,
  notifications: measureNotifications,
};

async function measureAll(bench: Workbench, { measures, quick, orders, jsonFile }: Flags): Promise<void> {
  const standard = quick ? QUICK : FULL;
  const plan = { ...standard, growthOrders: orders ?? standard.growthOrders };
  const machine = describeMachine(bench.folder);
  console.log(machineText(machine));
  const measured: Measured[] = [];
  for (const name of measures) {
    const one = await MEASURES[name](bench, plan);
    measured.push(one);
    for (const table of one.tables) {
      console.log(tableText(table));
    }
  }
  const marks = measured.flatMap((one) => one.marks);
  if (marks.length > 0) {
    console.log(marksText(marks));
  }
  if (jsonFile === undefined) {
    return;
  }
  const figures = Object.fromEntries(measured.map(({ name, data }) => [name, data]));
  const judged = marks.map((mark) => ({ ...mark, met: isMet(mark) }));
  writeFileSync(jsonFile, `${JSON.stringify({ machine, quick, plan, ...figures, marks: judged }, null, 2)}\n`);
}

/** Settles when the run must end before it is done. */
function cutShort({ wholeMsMax, growthOrders }: Plan, orders = growthOrders): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  // A store that is ten times as large takes ten times as long to fill.
  const limitMs = wholeMsMax * Math.max(1, orders / growthOrders);
  setTimeout(() => reject(new Error(`Not done after ${limitMs / 1_000} s; given up.`)), limitMs).unref();
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
    await Promise.race([measureAll(bench, flags), cutShort(flags.quick ? QUICK : FULL, flags.orders)]);
    return 0;
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
