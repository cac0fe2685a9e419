/**
 * A payment that succeeds after the reply to Pay and before the payer's next request: the page shows it as paid and
 * leads to the return URL.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { homeOf, refreshOf } from '../../support/scriptless.ts';
import { cardForm, GOOD, hands, RETURN, wordsOf } from '../hands.ts';

/** Longer than the server waits for the acquirer before it shows the status page. */
const SLOW_MS = 2_500;
const ALREADY_DONE = "You've already paid.";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
afterEach(() => rig.host.setFaults({ mode: 'NONE' }));

const { checkout, browse, post, form, submit } = hands(() => rig);

/** @returns the address to which the form of a payer with a slow acquirer redirects */
async function pressed({ isEmbedded = false } = {}) {
  const opened = await checkout();
  rig.host.setFaults({ mode: 'DELAY', delayMs: SLOW_MS, count: 1 });
  const { hidden, cookie, action } = await form(opened.id);
  const again = () =>
    post(
      isEmbedded ? action.replace('/checkout/', '/checkout/embedded/') : action,
      { ...hidden, ...GOOD },
      { Cookie: cookie },
    );
  const { headers } = await again();
  return { ...opened, cookie, again, location: String(headers.location) };
}

const paid = (order: string) =>
  expect
    .poll(async () => (await rig.api('GET', `/order/${order}`)).json.status, { timeout: 4 * SLOW_MS })
    .toBe('CAPTURED');

describe('a payer whose payment takes longer than an answer', () => {
  it('sees on the page after Pay that the payment is under way, and on the same page that it is paid', async () => {
    const { order, indicator, location } = await pressed();
    const waits = await browse(location);
    expect([waits.status, wordsOf(waits).includes("Please don't pay again yet.")]).toEqual([200, true]);
    expect(refreshOf(null, waits.text)?.url).toBe(location);
    await paid(order);
    const page = await browse(location);
    expect(homeOf(page.text)).toBe(`${RETURN}&resultIndicator=${indicator}`);
    expect(wordsOf(page)).not.toContain(ALREADY_DONE);
  });

  it('goes to the return URL where it is paid before the next request', async () => {
    const { order, indicator, location } = await pressed();
    await paid(order);
    const page = await browse(location);
    expect(homeOf(page.text)).toBe(`${RETURN}&resultIndicator=${indicator}`);
    expect(wordsOf(page)).not.toContain(ALREADY_DONE);
  });

  it('is redirected to the return URL by a second press too', AT_LENGTH, async () => {
    const { order, again, indicator } = await pressed();
    const { headers } = await again();
    await paid(order);
    expect(homeOf((await browse(String(headers.location))).text)).toBe(`${RETURN}&resultIndicator=${indicator}`);
  });

  it('stays in the frame in which Pay was pressed', AT_LENGTH, async () => {
    const { id, location, order } = await pressed({ isEmbedded: true });
    expect(location).toBe(`/checkout/embedded/done/${id}`);
    const waits = await browse(location);
    expect([waits.status, wordsOf(waits).includes("Please don't pay again yet.")]).toEqual([200, true]);
    expect(refreshOf(null, waits.text)?.url).toBe(location);
    await paid(order);
    expect((await browse(location)).text).toContain('&quot;end&quot;:&quot;complete&quot;');
  });

  it('has the form again, with the decline, where it was declined meanwhile', async () => {
    const { id } = await checkout();
    rig.host.setFaults({ mode: 'DELAY', delayMs: SLOW_MS, count: 1 });
    const { headers, cookie } = await submit(id, cardForm('05/39'));
    const seen = async () => (await browse(String(headers.location), { Cookie: cookie })).headers.location;
    await expect.poll(seen, { timeout: 4 * SLOW_MS }).toBe(`/checkout/pay/${id}`);
    expect(wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: cookie }))).toContain('Your card was declined');
  });
});

it('opening the link of a paid order shows that it was already paid', async () => {
  const { id } = await checkout();
  await submit(id);
  const page = await browse(`/checkout/pay/${id}`);
  expect(wordsOf(page)).toContain(ALREADY_DONE);
  expect(homeOf(page.text)).toBeUndefined();
});
