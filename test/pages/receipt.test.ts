import { expect, it } from 'vitest';
import { donePage, homeless, savedCard } from './fixtures.ts';
import { useVisitor } from './rig.ts';

const rig = useVisitor();

it("shows the time in the payer's own zone, and prints", async () => {
  const { page } = await rig.ownVisitor({ timezoneId: 'Asia/Tokyo' });
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await rig.open(donePage('receipt'));
  expect(await page.locator('time').textContent()).toBe('November 21, 2026 at 11:05 PM GMT+9');
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('html[data-printed]').waitFor();
});

it('is there at once for a payer who has nowhere to go', async () => {
  const page = await rig.open(homeless(donePage('paid')));
  expect(await page.locator('.receipt').textContent()).toContain('Mastercard ending in 0008');
  expect(await page.locator('main').textContent()).not.toContain('You do not need to pay again');
});

it('speaks of no payment where a card was saved, and of no digits that it does not know', async () => {
  const page = await rig.open(savedCard());
  const said = await page.locator('main').textContent();
  expect(said).toContain('This is already done.');
  expect(said).not.toMatch(/paid with|need to pay|ending in/i);
});

it("writes an order's id below its label on a phone, so that it needs one line", async () => {
  const page = await rig.open(donePage('receipt'));
  await page.setViewportSize({ width: 320, height: 640 });
  const id = page.getByText('HL-20261121-0042', { exact: true });
  expect(await id.evaluate((element) => element.getClientRects().length)).toBe(1);
});

it('leaves buttons and the way back off the paper', async () => {
  const page = await rig.open(donePage('receipt'));
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.way-back').isVisible()).toBe(false);
  expect(await page.locator('[data-print]').isVisible()).toBe(false);
  expect(await page.locator('.receipt').isVisible()).toBe(true);
});
