/** The hosted page for a payer with its cookie, compared with the same bytes from a server that only serves them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONNECTIONS, type Plan } from '../plan.ts';
import { isListening } from '../processes/child.ts';
import type { ConstantPage } from '../processes/constant-page.ts';
import { fetchOnce } from '../processes/fetch-once.ts';
import { HOST } from '../processes/gateway.ts';
import type { Measured } from '../report/measured.ts';
import { cpuRatio, rateRatio, sideBySide } from '../report/standings.ts';
import { rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';
import { byTurns } from './by-turns.ts';
import { BROWSER_HEADERS, newCheckout, openPage } from './checkout.ts';
import { pageHeadersOf } from './page-headers.ts';

const RATE_RATIO_MIN = 0.25;

export async function measurePage(bench: Workbench, plan: Plan): Promise<Measured> {
  const load = bench.load();
  const { world } = await bench.world();
  const gateway = await bench.gateway(world);
  const path = await newCheckout(gateway.origin);
  const { cookie } = await openPage(gateway.origin, path);
  const headers = { ...BROWSER_HEADERS, cookie };
  const page = await fetchOnce(gateway.origin + path, { headers });
  const constant: ConstantPage = { path, headers: pageHeadersOf(page), body: page.body.toString('base64') };
  const file = join(bench.newFolder('constant-page-data'), 'page.json');
  writeFileSync(file, JSON.stringify(constant));
  const entry = new URL('../processes/constant-page.ts', import.meta.url);
  const constantPage = bench.start({ name: 'constant page', entry, args: [file] });
  const { port } = await constantPage.message(isListening);
  const job = { method: 'GET', path, headers, body: '', connections: CONNECTIONS } as const;
  const [measured, yardstick] = await byTurns(
    load,
    [
      { name: 'gateway', server: gateway.child, job: { ...job, origin: gateway.origin } },
      { name: 'constant', server: constantPage, job: { ...job, origin: `http://${HOST}:${port}` } },
    ],
    { rounds: plan.rounds, warmUpSeconds: plan.warmUpSeconds, seconds: plan.pageSeconds },
  );
  await bench.stopAll();
  return {
    name: 'page',
    tables: [
      sideBySide({
        title: `Hosted page; ${CONNECTIONS} connections, ${plan.rounds} rounds of ${plan.pageSeconds} s by turns`,
        measured,
        yardsticks: [yardstick],
        notes: [
          `Both answer ${page.body.length.toLocaleString('en')} bytes of ${page.headers['content-encoding'] ?? 'plain'} HTML.`,
        ],
      }),
    ],
    marks: [
      {
        what: 'hosted page, gateway to the same bytes as a constant',
        value: rounded(rateRatio(measured, yardstick), 3),
        unit: '',
        atLeast: RATE_RATIO_MIN,
      },
    ],
    data: {
      gateway: measured,
      constant: yardstick,
      ratio: rateRatio(measured, yardstick),
      cpuRatio: cpuRatio(measured, yardstick),
      bodyBytes: page.body.length,
    },
  };
}
