/** The script that says below the number that the shop refuses such cards. */
import type { Page, Route } from 'playwright';
import { expect, it } from 'vitest';
import { payPage } from './fixtures.ts';
import { useVisitor } from './rig.ts';
import { patience } from './visitor.ts';

const rig = useVisitor();
const ADDRESS = '/checkout/card/S';
const SENTENCE = 'Prepaid cards are not accepted here. Try another card.';

async function open(answer: (route: Route, prefix: string) => Promise<unknown> | unknown) {
  const { page } = await rig.ownVisitor();
  const asked: URLSearchParams[] = [];
  await page.route(`**${ADDRESS}`, async (route) => {
    const body = new URLSearchParams(route.request().postData() ?? '');
    asked.push(body);
    await answer(route, body.get('prefix') ?? '');
  });
  await rig.open(payPage({ cardRefusals: { address: ADDRESS, reasons: ['PREPAID'] } }));
  await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form#card')?.noValidate === true);
  return { page, asked, number: page.locator('#card-number'), said: page.locator('#card-refusal') };
}

const known = (route: Route, prefix: string) =>
  route.fulfill({ json: { reason: prefix.startsWith('4') ? 'PREPAID' : '' } });

/** Records every change of the page's live region. */
async function spoken(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const region = document.getElementById('said')!;
    new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, { childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

it('asks at the eighth digit, says so once, and takes it back with the digit', async () => {
  const { page, asked, number, said } = await open(known);
  const heard = await spoken(page);
  await number.pressSequentially('4123 456');
  expect(asked).toEqual([]);
  await number.pressSequentially('7 8901 2345');
  await said.filter({ hasText: SENTENCE }).waitFor();
  expect(asked.map((body) => [...body])).toEqual([
    [
      ['prefix', '41234567'],
      ['csrf', 'token-of-the-form'],
    ],
  ]);
  expect((await heard()).filter((words) => words === SENTENCE)).toHaveLength(1);
  expect(await number.getAttribute('aria-invalid')).toBeNull();
  expect(await number.getAttribute('aria-describedby')).toContain('card-refusal');
  await number.fill('4123 456');
  await expect.poll(() => said.textContent(), patience).toBe('');
  await number.fill('5123 4500');
  await expect.poll(() => asked.length, patience).toBe(2);
  // The first number again: answered without another question.
  await number.fill('4123 4567');
  await said.filter({ hasText: SENTENCE }).waitFor();
  expect(asked).toHaveLength(2);
});

it('blocks no payment', async () => {
  const { page, number, said } = await open(known);
  await number.fill('4123 4567 8901 2349');
  await said.filter({ hasText: SENTENCE }).waitFor();
  await page.locator('#card-expiry').fill('01/39');
  await page.locator('#card-securityCode').fill('100');
  await page.locator('#card .primary').click();
  await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
});

it('shows nothing for an answer of another number, an error or no answer', async () => {
  let late: (() => unknown) | undefined;
  const answers: Record<string, (route: Route) => unknown> = {
    '41111111': (route) => {
      late = () => route.fulfill({ json: { reason: 'PREPAID' } });
    },
    '42222222': (route) => route.fulfill({ status: 200, body: '<html>' }),
    '43333333': (route) => route.fulfill({ json: { reason: 'NO SUCH REASON' } }),
    '55555555': (route) => route.fulfill({ json: { reason: '' } }),
  };
  const { page, asked, number, said } = await open((route, prefix) => answers[prefix]?.(route));
  for (const prefix of Object.keys(answers)) {
    await number.fill(prefix);
    await expect.poll(() => asked.at(-1)?.get('prefix'), patience).toBe(prefix);
  }
  await Promise.all([page.waitForResponse(`**${ADDRESS}`), late?.()]);
  expect(await said.textContent()).toBe('');
});
