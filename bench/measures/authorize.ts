/** Durable AUTHORIZE: the gateway and the bare loop by turns. */
import Database from 'better-sqlite3';
import { AUTHORIZE_PATH, authorizeBody } from '../authorize-request.ts';
import { CONNECTIONS, type Plan } from '../plan.ts';
import { isListening } from '../processes/child.ts';
import { HOST, MERCHANT_HEADERS } from '../processes/gateway.ts';
import type { Measured } from '../report/measured.ts';
import { cpuRatio, rateRatio, sideBySide } from '../report/standings.ts';
import { rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';
import { byTurns, type Standing } from './by-turns.ts';

const RATIO_MIN = 0.35;

export async function measureAuthorize(bench: Workbench, plan: Plan): Promise<Measured> {
  const load = bench.load();
  const { child: outside, world } = await bench.world();
  const gateway = await bench.gateway(world);
  const bareLoop = bench.start({
    name: 'bare loop',
    entry: new URL('../bare-loop/main.ts', import.meta.url),
    args: [bench.newFolder('bare-loop-data')],
  });
  const { port } = await bareLoop.message(isListening);
  const request = {
    method: 'PUT',
    path: AUTHORIZE_PATH,
    headers: MERCHANT_HEADERS,
    body: authorizeBody(`http://${HOST}:${world.notificationPort}/notifications`),
    connections: CONNECTIONS,
  } as const;
  const [measured, yardstick] = await byTurns(
    load,
    [
      { name: 'gateway', server: gateway.child, helper: outside, job: { ...request, origin: gateway.origin } },
      { name: 'bare loop', server: bareLoop, job: { ...request, origin: `http://${HOST}:${port}` } },
    ],
    { rounds: plan.rounds, warmUpSeconds: plan.warmUpSeconds, seconds: plan.authorizeSeconds },
  );
  await bench.stopAll();
  const approved = approvedIn(gateway.databaseFile, measured);
  const ratio = rateRatio(measured, yardstick);
  return {
    name: 'authorize',
    tables: [
      sideBySide({
        title: `AUTHORIZE, durable; ${CONNECTIONS} connections, ${plan.rounds} rounds of ${plan.authorizeSeconds} s by turns`,
        measured,
        yardstick,
        helper: 'acquirer µs',
        notes: [
          `The store holds ${approved.toLocaleString('en')} transactions, warm-up included: all of them approved.`,
        ],
      }),
    ],
    marks: [{ what: 'AUTHORIZE, gateway to bare loop', value: rounded(ratio, 3), unit: '', atLeast: RATIO_MIN }],
    data: { gateway: measured, bareLoop: yardstick, ratio, cpuRatio: cpuRatio(measured, yardstick), approved },
  };
}

/** A fast answer that authorized nothing would win every race. @throws Error when the books do not bear the rates out */
function approvedIn(databaseFile: string, { turns }: Standing): number {
  const db = new Database(databaseFile, { readonly: true });
  const counted = db
    .prepare<[], { all: number; approved: number }>(
      `SELECT count(*) AS "all", count(*) FILTER (WHERE outcome ->> '$.gatewayCode' = 'APPROVED') AS approved
       FROM payment_transaction LEFT JOIN transaction_outcome ON transaction_key = key`,
    )
    .get();
  db.close();
  const answered = turns.reduce((sum, turn) => sum + turn.answered, 0);
  if (counted === undefined || counted.approved !== counted.all || counted.all < answered) {
    throw new Error(`${answered} were answered, but the store holds ${counted?.approved} approved of ${counted?.all}.`);
  }
  return counted.approved;
}
