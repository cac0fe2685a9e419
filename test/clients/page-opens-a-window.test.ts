/** Pages that open the payment page in a separate window, and get the result from their return page in it. */
import { expect, it } from 'vitest';
import { CODE, enterCode } from '../journeys/authentication/hands.ts';
import { payByCard } from '../journeys/form.ts';
import { usePageWorld } from './page-world.ts';

const world = usePageWorld('asksBanks');

it('the page keeps its reference to the window it opened, from the payment page to the challenge and the return', async () => {
  const back = world.shop.page(`<!doctype html><html lang="en"><title>Back</title><h1>Back</h1>
    <script>opener?.postMessage(location.search, location.origin); close();</script>`);
  const { url, successIndicator } = await world.checkout({ returnUrl: back });
  const { page } = await world.rig.payer();
  await page.goto(
    world.shop.page(`<!doctype html><html lang="en"><title>Shop</title>
      <button onclick="window.payment = window.open('${url}', 'payment', 'width=480,height=720')">Pay</button>
      <script>window.heard = []; addEventListener('message', ({ data }) => heard.push(data));</script>`),
  );
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Pay' }).click();
  const popup = await opening;
  const isClosed = () => page.evaluate(() => Reflect.get(window, 'payment').closed);
  await payByCard(popup, CODE);
  const bank = popup.frameLocator('iframe[title="Your bank’s page"]');
  await bank.getByRole('heading', { name: 'Confirm your payment' }).waitFor();
  expect(await isClosed()).toBe(false);
  await enterCode(bank);
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'heard')))
    .toEqual([`?resultIndicator=${successIndicator}`]);
  await expect.poll(isClosed).toBe(true);
});
