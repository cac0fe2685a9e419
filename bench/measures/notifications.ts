/**
 * The cost of notifications for authorizations: one gateway is measured in alternating turns with five hundred
 * deliveries a second and without deliveries.
 */
import Database from 'better-sqlite3';
import { pauses } from '../../src/adapters/notifications/retry-schedule.ts';
import { openStore } from '../../src/adapters/store/store.ts';
import { authorizeBody, authorizeJob } from '../authorize-request.ts';
import type { Plan } from '../plan.ts';
import { HOST } from '../processes/gateway.ts';
import type { Measured } from '../report/measured.ts';
import { whole } from '../report/print.ts';
import { cpuRatio, rateRatio, sideBySide } from '../report/standings.ts';
import { median, rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';
import { byTurns } from './by-turns.ts';

const DELIVERIES_PER_S = 500;
const RATE_RATIO_MIN = 0.9;
/** Time for the notifications of the last commits, which are still in flight. */
const SETTLE_MS = 2_000;
/** Maximum number of queued notifications. On a slow disk the time allows fewer, and the report gives the number. */
const WAITING_MAX = 1_000_000;
const WAITING_BATCH = 50_000;
const FILL_MS = 20_000;
const PICKS_MAX = 101;
const PICKING_MS = 10_000;
const TAKEN_AT_ONCE = 16;
const PICK_MS_MAX = 5;

export async function measureNotifications(bench: Workbench, plan: Plan): Promise<Measured> {
  const load = bench.load();
  const { child: outside, world } = await bench.world();
  const gateway = await bench.gateway(world);
  const silent = authorizeJob(gateway.origin);
  const warm = await load.run({ ...silent, until: { seconds: plan.warmUpSeconds } });
  // The share of authorizations with a notification that gives the delivery rate at this machine's authorization rate.
  const share = Math.min(1, DELIVERIES_PER_S / (warm.answered / warm.seconds));
  const body = authorizeBody(`http://${HOST}:${world.notificationPort}/notifications`);
  const notifying = { ...silent, other: { body, share } };
  const [with_, without] = await byTurns(
    load,
    [
      { name: 'notified', server: gateway.child, helper: outside, job: notifying },
      { name: 'not notified', server: gateway.child, helper: outside, job: silent },
    ],
    { rounds: plan.rounds, warmUpSeconds: plan.warmUpSeconds, seconds: plan.authorizeSeconds },
  );
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  await bench.stopAll();
  const book = bookOf(gateway.databaseFile);
  const waiting = fillQueue(gateway.databaseFile);
  const pickMs = await pickingMs(`sqlite:${gateway.databaseFile}`);
  const ratio = rateRatio(with_, without);
  const perSecond = share * with_.median.perSecond;
  return {
    name: 'notifications',
    tables: [
      sideBySide({
        title: `AUTHORIZE with ${whole(perSecond)} notifications a second delivered, and without; ${plan.rounds} rounds of ${plan.authorizeSeconds} s by turns`,
        measured: with_,
        yardsticks: [without],
        helper: 'acquirer and receiver µs',
        notes: [
          `${whole(book.delivered)} of ${whole(book.all)} were delivered, ${whole(book.firstTry)} at the first try; from the commit to the try ${book.delayMs.p50} ms, p99 ${book.delayMs.p99} ms.`,
        ],
      }),
    ],
    marks: [
      {
        what: `AUTHORIZE with ${DELIVERIES_PER_S} deliveries a second to without`,
        value: rounded(ratio, 3),
        unit: '',
        atLeast: RATE_RATIO_MIN,
      },
      {
        what: `the next to send, picked from ${whole(waiting)} that wait`,
        value: rounded(pickMs, 2),
        unit: 'ms',
        atMost: PICK_MS_MAX,
      },
      { what: 'p99 from the commit to the first try', value: book.delayMs.p99, unit: 'ms', atMost: 100 },
    ],
    data: {
      notified: with_,
      silent: without,
      ratio,
      perSecond,
      cpuRatio: cpuRatio(with_, without),
      pickMs,
      waiting,
      ...book,
    },
  };
}

/** The median time to find the waiting receivers and claim one receiver's next notification, with a full queue. */
async function pickingMs(url: string): Promise<number> {
  const store = await openStore(url);
  try {
    const times: number[] = [];
    const until = performance.now() + PICKING_MS;
    while (times.length === 0 || (times.length < PICKS_MAX && performance.now() < until)) {
      const began = performance.now();
      const [first] = await store.notifications.receivers();
      await store.notifications.claim(first?.receiver ?? '', Date.now(), TAKEN_AT_ONCE, pauses(0.5));
      times.push(performance.now() - began);
    }
    return median(times);
  } finally {
    await store.close();
  }
}

/** Queues notifications for a hundred receivers, all of them due. @returns their number */
function fillQueue(file: string): number {
  const db = new Database(file);
  const batch = db.prepare(`
    with recursive n(i) as (select @first union all select i + 1 from n where i < @last)
    insert into notification_queue (order_key, receiver, due_at, notification_key, tries, changes)
    select 1000000000 + i, (i % 100) || ' https://shop.example', i, 1000000000 + i, 0, 0 from n`);
  const until = performance.now() + FILL_MS;
  let waiting = 0;
  while (waiting === 0 || (waiting < WAITING_MAX && performance.now() < until)) {
    // BigInt, because a plain number is bound as a fraction.
    batch.run({ first: BigInt(waiting + 1), last: BigInt(waiting + WAITING_BATCH) });
    waiting += WAITING_BATCH;
  }
  db.close();
  return waiting;
}

function bookOf(file: string) {
  const db = new Database(file, { readonly: true });
  const one = (sql: string) => Number((db.prepare(sql).get() as { n: number }).n);
  const all = one('select count(*) as n from notification');
  const delivered = one("select count(*) as n from notification where state = 'DELIVERED'");
  const firstTry = one("select count(*) as n from notification where state = 'DELIVERED' and tries = 1");
  const delay = (share: number) =>
    one(
      `select t.at - n.created_at as n from notification_try t join notification n on n.key = t.notification_key
       where t.number = 1 order by 1 limit 1 offset ${Math.floor((firstTry - 1) * share)}`,
    );
  const delayMs = { p50: delay(0.5), p99: delay(0.99) };
  db.close();
  return { all, delivered, firstTry, delayMs };
}
