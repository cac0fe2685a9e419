/**
 * Two processes behind nginx, HAProxy or Caddy are restarted one after another while shops pay and payers open pages.
 * nginx does not poll the readiness probe. The configurations are the files in `deploy/proxies/`.
 */
import { afterEach, expect, it } from 'vitest';
import { createMerchant, newOrderId } from '../support/merchant.ts';
import { freePorts } from '../support/ports.ts';
import { API_PASSWORD, type GatewayProcess, type Stack, startStack } from '../support/stack.ts';
import { PROXIES, startProxy } from './proxies.ts';
import { counting, grouped, report, rounds } from './report.ts';

const RESTARTS = rounds('RESTARTS', 2);
const CLIENTS = 16;
const PAUSE_MS = 10;
const RUN_MS_MAX = (RESTARTS + 1) * 90_000;
let stack: Stack | undefined;
let ending: (() => Promise<void>) | undefined;
afterEach(async () => {
  await ending?.();
  await stack?.close();
});

for (const [name, proxy] of Object.entries(PROXIES)) {
  it.skipIf(proxy.program === undefined)(
    `behind ${name} a rolling restart fails no request`,
    async () => {
      const [port = 0] = await freePorts(1);
      stack = await startStack({ processes: 2, balancerPort: port, isBalancerTls: true });
      ending = (await startProxy(proxy, stack.gateways, port)).close;
      const origin = `https://localhost:${port}`;
      const merchant = createMerchant(origin, API_PASSWORD);
      await merchant.introduce();
      const met = new Map<string, number>();
      const note = (what: string) => void met.set(what, (met.get(what) ?? 0) + 1);
      let isOver = false;
      const client = async (index: number) => {
        while (!isOver) {
          const isShop = index % 2 === 0;
          const status = isShop
            ? merchant.pay(newOrderId(), '1').then((answer) => answer.status)
            : merchant
                .checkout({ returnUrl: 'http://localhost:9/back' })
                .then(async ({ url }) => (await fetch(url)).status);
          note(
            await status.then(
              (number) => `${number}`,
              (error: Error) => error.message.slice(0, 80),
            ),
          );
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
      };
      const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        const { service } = stack.gateways[restart % 2] as GatewayProcess;
        await service.stop();
        await service.start();
      }
      isOver = true;
      await Promise.all(clients);
      const total = [...met.values()].reduce((sum, count) => sum + count, 0);
      const bad = [...met].filter(([what]) => what !== '200' && what !== '201');
      report(`Rolling restarts behind ${name}`, [
        counting(RESTARTS, 'SIGTERM'),
        `${grouped(total)} requests`,
        `${bad.reduce((sum, [, count]) => sum + count, 0)} failed`,
      ]);
      expect(bad).toEqual([]);
      expect(total).toBeGreaterThan(100);
    },
    RUN_MS_MAX,
  );
}
