/** The page with a payment code: its copying, and its countdown. */
import { expect, it } from 'vitest';
import { codePage } from './choices.ts';
import { useVisitor } from './rig.ts';
import { patience } from './visitor.ts';

const rig = useVisitor();

it('the page counts the minutes down by itself, to the last one', async () => {
  const page = await rig.open(codePage());
  await page.clock.install();
  await page.reload();
  const left = page.locator('[data-left]');
  expect(await left.textContent()).toContain('Time left to pay: 29 minutes');
  await page.clock.fastForward('05:05');
  await expect.poll(() => left.textContent(), patience).toContain('24 minutes');
  await page.clock.fastForward('40:00');
  await expect.poll(() => left.textContent(), patience).toContain('1 minute');
});

it('the page selects the code for the payer to copy, where the browser does not allow copying', async () => {
  const page = await rig.open(codePage());
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy code', exact: true }).click();
  const code = page.getByLabel('Code to copy');
  const marked = () =>
    code.evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart, box.selectionEnd));
  await expect.poll(marked, patience).toBe(await code.inputValue());
  expect(await page.locator('#copied').textContent()).toBe('');
});
