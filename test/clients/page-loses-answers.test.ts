/** A connection that breaks around Pay, in each of the places where shops and apps show the page. */
import type { FrameLocator, Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { fillCard, PAY } from '../journeys/form.ts';
import { firstOfEach, itAtLength } from '../support/at-length.ts';
import { openDroppingProxy } from '../support/dropping-proxy.ts';
import { configured, usePageWorld } from './page-world.ts';

const world = usePageWorld();

type Place = 'embedded' | 'lightbox' | 'webview';

/** An app's webview, without windows. */
const WEBVIEW = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  viewport: { width: 390, height: 780 },
};

const CASES = (['embedded', 'lightbox', 'webview'] as const).flatMap((place) =>
  (['offline', 'answer', 'half'] as const).map((fault) => [place, fault] as const),
);

async function opened(place: Place) {
  const proxy = await openDroppingProxy();
  onTestFinished(() => proxy.close());
  const { page } = await world.rig.payer({
    proxy: { server: proxy.address },
    ...(place === 'webview' ? WEBVIEW : {}),
  });
  const { sessionId, url, orderId } = await world.checkout();
  if (place === 'webview') {
    await page.addInitScript('window.open = () => null');
    await page.goto(url);
    return { proxy, page, orderId, form: page };
  }
  const [show, frame] =
    place === 'embedded'
      ? [`Checkout.showEmbeddedPage('#pay');`, '#pay iframe']
      : ['Checkout.showLightbox();', 'dialog iframe'];
  await page.goto(world.page(`${configured(sessionId)} ${show}`, { body: '<div id="pay"></div>' }));
  return { proxy, page, orderId, form: page.frameLocator(frame) as FrameLocator & Page };
}

itAtLength(
  CASES,
  firstOfEach(([place]) => place),
)('%s, %s: the payer sees the true result, and pays once', async (place, fault) => {
  const { proxy, page, form, orderId } = await opened(place);
  const { acquirer } = world.rig.stack;
  await form.getByLabel('Card number', { exact: true }).waitFor();
  await fillCard(form);
  const press = () => form.getByRole('button', { name: PAY }).click({ noWaitAfter: true });
  if (fault === 'offline') {
    await page.context().setOffline(true);
    await press();
    await form.getByRole('alert').filter({ hasText: 'You’re offline. Nothing was sent.' }).waitFor();
    expect(await form.getByLabel('Security code').inputValue()).toBe('100');
    expect(await acquirer.states(orderId)).toEqual([]);
    await page.context().setOffline(false);
    await press();
  } else {
    proxy.drop(fault);
    await press();
    await form.getByText('We lost the connection and are asking.').waitFor();
    proxy.drop(undefined);
  }
  await form.getByRole('heading', { name: 'Payment complete' }).waitFor();
  expect(await acquirer.states(orderId)).toEqual(['APPROVED']);
});
