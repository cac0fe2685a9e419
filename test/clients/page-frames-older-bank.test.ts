/** Older pages that show the bank of the older pair in a frame, by the HTML of an answer without a form. */
import { expect, it } from 'vitest';
import { enterCode } from '../journeys/authentication/hands.ts';
import { newOrderId } from '../support/merchant.ts';
import { usePageWorld } from './page-world.ts';

const world = usePageWorld('asksBanks');

it('the page puts the answer’s HTML without a mode into a frame, in which the payer answers', async () => {
  const answer = await world.call(
    'PUT',
    `/3DSecureId/${newOrderId()}`,
    {
      apiOperation: 'CHECK_3DS_ENROLLMENT',
      '3DSecure': { authenticationRedirect: { responseUrl: `${world.shop.origin}/home` } },
      order: { amount: '57.20', currency: 'EUR' },
      sourceOfFunds: { provided: { card: { number: '5123450000000008', expiry: { month: '7', year: '40' } } } },
    },
    57,
  );
  const { customized, simple } = answer['3DSecure'].authenticationRedirect;
  expect(customized).toMatchObject({ acsUrl: expect.any(String), paReq: expect.any(String) });
  const inner = world.shop.page(`<!doctype html><html><body>${simple.htmlBodyContent}</body></html>`);
  const address = world.shop.page(
    `<!doctype html><html lang="en"><title>Shop</title><iframe id="own" src="${inner}" width="600" height="700"></iframe>`,
  );
  const { page, complaints } = await world.rig.payer();
  await page.goto(address);
  const own = page.frameLocator('#own');
  await own.getByRole('button', { name: 'Continue to your bank' }).waitFor();
  expect(await own.locator('header, address').count()).toBe(0);
  await own.getByRole('button', { name: 'Continue to your bank' }).click();
  await enterCode(own);
  await own.getByRole('heading', { name: 'Home' }).waitFor();
  await expect.poll(() => world.shop.posted.at(-1)?.PaRes).toEqual(expect.any(String));
  expect(page.url()).toBe(address);
  expect(complaints).toEqual([]);
});
