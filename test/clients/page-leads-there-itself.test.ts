/**
 * Pages without a script: they redirect to the page's address themselves, with a query of their own, and read the
 * return query.
 */
import { expect, it } from 'vitest';
import { payByCard } from '../journeys/form.ts';
import { usePageWorld } from './page-world.ts';

const world = usePageWorld();

it('a page that opens the payment page itself by checkoutVersion gets the indicator in its own nested query', async () => {
  const { page, complaints } = await world.rig.payer();
  const back = world.shop.page('<!doctype html><html lang="en"><title>Shop</title><h1>Thanks</h1>');
  const query = 'wc-api=gateway&order[id]=7&order[lines][]=a%20b&empty=';
  const { sessionId, successIndicator } = await world.checkout({ returnUrl: `${back}?${query}#done` });
  const there = `${world.gateway}/checkout/pay/${sessionId}?checkoutVersion=1.0.0`;
  await page.goto(
    world.shop.page(`<!doctype html><html lang="en"><title>Shop</title><script>location.href = '${there}';</script>`),
  );
  await payByCard(page);
  await page.getByRole('heading', { name: 'Thanks' }).waitFor();
  expect(page.url()).toBe(`${back}?${query}&resultIndicator=${successIndicator}#done`);
  expect(complaints).toEqual([]);
});

it('a page that opens the older address itself gets the same payment page', async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  const there = `${world.gateway}/checkout/entry/${sessionId}?checkoutVersion=1.0.0`;
  await page.goto(
    world.shop.page(`<!doctype html><html lang="en"><title>Shop</title><script>location.href = '${there}';</script>`),
  );
  await page.locator('#card-number').waitFor();
});
