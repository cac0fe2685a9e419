/** Astro's own commands, as processes, and their pages in a real browser. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { keptBrowser } from '../browser.ts';
import { freePorts } from '../support/ports.ts';
import { spawnTethered } from '../support/tethered.ts';
import { visit } from '../web/pages/visitor.ts';

const ASTRO = fileURLToPath(new URL('../../node_modules/astro/bin/astro.mjs', import.meta.url));
const POLL_MS = 100;

/** @returns the command's address, available until the test is over */
async function started(command: string): Promise<string> {
  const [port] = await freePorts(1);
  // Astro's server shows no page if it detects a Vitest test.
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', VITEST: undefined, NODE_ENV: undefined };
  const child = spawnTethered(process.execPath, [ASTRO, command, '--port', `${port}`], env);
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill();
    await closed;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text;
    });
  }
  const origin = `http://localhost:${port}`;
  while (
    !(await fetch(origin).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    expect(child.exitCode, output).toBeNull();
    await pause(POLL_MS);
  }
  return origin;
}

it.each(['dev', 'preview'])('astro %s shows pages with the amounts of their samples', async (command) => {
  const origin = await started(command);
  const { page, complaints, close } = await visit(await keptBrowser());
  onTestFinished(close);
  const title = page.getByRole('heading', { level: 1 });
  await page.goto(origin);
  await page.getByRole('link', { name: 'pay', exact: true }).click();
  expect(await title.textContent()).toBe('Pay Harbour Lane Books €57.20');
  await page.goto(`${origin}/samples/statusPaid?language=de`);
  expect(await title.textContent()).toMatch(/57,20\s€/);
  await page.goto(`${origin}/samples/errorOfPayment`);
  expect(await title.textContent()).toBe('Something went wrong on our side');
  await page.goto(`${origin}/samples/pay`);
  await page.locator('#card-number').fill('4111111111111111');
  await expect.poll(() => page.locator('#card-number').inputValue()).toBe('4111 1111 1111 1111');
  expect(complaints).toEqual([]);
});
