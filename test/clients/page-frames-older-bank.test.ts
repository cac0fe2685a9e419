/** Pages of before that have the bank of the older pair in a frame, by the HTML of an answer that names no form. */
import { expect, it } from 'vitest';
import { WHOLE_BROWSER } from '../browser.ts';
import { enterCode } from '../journeys/authentication/hands.ts';
import { newOrderId } from '../support/merchant.ts';
import { usePageWorld } from './page-world.ts';

/** A frame of the gateway's in one of the shop's, and one of the bank's in that: a lighter browser loses the third. */
const world = usePageWorld('asksBanks', { browser: { executablePath: WHOLE_BROWSER } });

it('puts the body into a frame that the answer has without a mode, and the payer answers there', async () => {
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
  await enterCode(own.frameLocator('iframe[title="Your bank’s page"]'));
  await own.getByRole('heading', { name: 'Home' }).waitFor();
  await expect.poll(() => world.shop.posted.at(-1)?.PaRes).toEqual(expect.any(String));
  expect(page.url()).toBe(address);
  expect(complaints).toEqual([]);
});
