/** The button that copies the support code. */
import { expect, it } from 'vitest';
import type { AnyPage } from './any-page.ts';
import { donePage, problemPage, unpayablePage } from './fixtures.ts';
import { statusOf } from './payment-timelines.ts';
import { PAY_ADDRESS, useVisitor } from './rig.ts';
import { patience } from './visitor.ts';

const rig = useVisitor();

const CODE = 'K3DQ-9XF2';
const PAGES: Readonly<Record<string, AnyPage>> = {
  receipt: donePage('receipt', { supportCode: CODE }),
  'status page': { ...statusOf('paid'), supportCode: CODE },
  'page that cannot be paid': unpayablePage('exhausted', { supportCode: CODE }),
  'error page': { ...problemPage('error'), supportCode: CODE },
};

it.each(Object.entries(PAGES))('the %s copies its support code, and announces it', async (_name, model) => {
  const page = await rig.open(model);
  await page.evaluate(() => {
    const clipboard = { writeText: async (text: string) => document.body.setAttribute('data-clipboard', text) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard });
  });
  const copied = page.getByRole('status').filter({ hasText: 'Copied' });
  expect(await copied.count()).toBe(0);
  await page.getByRole('button', { name: 'Copy code' }).click();
  await copied.waitFor();
  expect(await page.locator('body').getAttribute('data-clipboard')).toBe(CODE);
});

it('the page selects the code where the browser does not allow copying', async () => {
  const page = await rig.open(donePage('receipt', { supportCode: CODE }));
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect.poll(() => page.evaluate(() => `${getSelection()}`.trim()), patience).toBe(CODE);
  expect(await page.getByText('Copied').count()).toBe(0);
});

it('without script the page has the code, and no button', async () => {
  const { page } = await rig.ownVisitor({ javaScriptEnabled: false });
  for (const model of Object.values(PAGES)) {
    rig.preview.show(model);
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    expect(await page.getByText(CODE).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Copy code' }).count()).toBe(0);
  }
});
