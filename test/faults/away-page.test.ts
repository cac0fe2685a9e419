/**
 * All processes behind nginx, HAProxy or Caddy are killed in the midst of a payment. The payer sees the proxy's away
 * page, and, once a process is back, the outcome, which agrees with the acquirer's ledger.
 */
import { afterEach, expect, it } from 'vitest';
import { keptBrowser } from '../browser.ts';
import { fillCard, heading, notice, payByCard, pressPayAndGoOn } from '../journeys/form.ts';
import { freePorts } from '../support/ports.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { PROXIES, startProxy } from './proxies.ts';

/** Longer than the test: the processes are killed before this delay ends. */
const SLOW_ACQUIRER_MS = 30_000;
const RUN_MS_MAX = 180_000;
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-GB', ignoreHTTPSErrors: true };

let stack: Stack | undefined;
let ending: (() => Promise<void>) | undefined;
afterEach(async () => {
  await ending?.();
  await stack?.close();
});

for (const [name, proxy] of Object.entries(PROXIES)) {
  for (const javaScriptEnabled of [true, false]) {
    it.skipIf(proxy.program === undefined)(
      `behind ${name}, ${javaScriptEnabled ? 'with' : 'without'} script: a payer whose gateway is away sees so, and then the outcome`,
      async () => {
        const [port = 0] = await freePorts(1);
        stack = await startStack({ processes: 2, balancerPort: port, isBalancerTls: true });
        ending = (await startProxy(proxy, stack.gateways, port)).close;
        const { acquirer, gateways, merchant } = stack;
        const context = await (await keptBrowser()).newContext({ ...PHONE, javaScriptEnabled });
        const page = await context.newPage();
        const { orderId, url } = await merchant.checkout({});
        await page.goto(url);
        await acquirer.misbehave({ mode: 'DELAY', delayMs: SLOW_ACQUIRER_MS });
        await fillCard(page);
        await pressPayAndGoOn(page);
        await acquirer.ledgerOnce((ledger) => ledger.length === 1, orderId);
        await Promise.all(gateways.map(({ service }) => service.kill()));
        if (javaScriptEnabled) {
          // The form's own script keeps the page. A payer who reloads it gets the away page.
          await page.reload();
        }
        await heading(page, 'We can’t be reached right now');
        expect(await page.locator('main').textContent()).toContain('please don’t pay again: your payment is safe');
        expect(await page.locator('section:visible').count()).toBe(javaScriptEnabled ? 1 : 22);

        await acquirer.misbehave({ mode: 'NONE' });
        await Promise.all(gateways.map(({ service }) => service.start()));
        // Without a click, at the same address.
        expect(await notice(page, 'The payment did not go through')).toMatch(
          /You will not be charged\.|You have not been charged\./,
        );
        await acquirer.ledgerOnce((entries) => entries[0]?.state === 'REVERSED', orderId);
        await payByCard(page);
        await heading(page, 'Payment complete');
        expect(await acquirer.states(orderId)).toEqual(['REVERSED', 'APPROVED']);
        await context.close();
      },
      RUN_MS_MAX,
    );
  }
}
