/** The payer's journey through the real gateway, without a browser: pages, forms and redirects over HTTP. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { homeOf } from '../../support/scriptless.ts';
import { CANCEL, GOOD, giftCard, hands, REFUSED, RETURN, wordsOf } from '../hands.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { checkout, browse, post, form, submit } = hands(() => rig);

describe('paying', () => {
  it('charges once, and returns with the success indicator', async () => {
    const { id, order, indicator } = await checkout();
    const sent = await submit(id);
    expect([sent.status, sent.headers.location]).toEqual([303, `/checkout/done/${id}`]);
    const done = await browse(`/checkout/done/${id}`);
    expect(done.headers.refresh).toBeUndefined();
    expect(homeOf(done.text)).toBe(`${RETURN}&resultIndicator=${indicator}`);
    expect(rig.host.ledger({ order })).toMatchObject([{ kind: 'PAYMENT', transaction: '1', state: 'APPROVED' }]);
    const { json } = await rig.api('GET', `/order/${order}/transaction/1`);
    expect(json).toMatchObject({ result: 'SUCCESS', gatewayEntryPoint: 'CHECKOUT_VIA_WEBSITE' });
    const receipt = await browse(`/checkout/pay/${id}`);
    expect(receipt.status).toBe(200);
    expect(receipt.headers.refresh).toBeUndefined();
    expect(receipt.text).not.toContain('name="number"');
  });

  it('collects the card into the session and pays with the resulting version', async () => {
    const { id, order } = await checkout();
    const { json: before } = await rig.api('GET', `/session/${id}`);
    await submit(id);
    const { json: after } = await rig.api('GET', `/session/${id}`);
    expect(Number(after.session.version.slice(-2))).toBe(Number(before.session.version.slice(-2)) + 1);
    expect(after.sourceOfFunds).toEqual({
      type: 'CARD',
      provided: {
        card: {
          brand: 'MASTERCARD',
          expiry: { month: '1', year: '39' },
          fundingMethod: 'CREDIT',
          number: '512345xxxxxx0008',
          scheme: 'MASTERCARD',
        },
      },
    });
    expect((await rig.api('GET', `/order/${order}`)).json.status).toBe('CAPTURED');
  });

  it('removes a declined card, and any earlier card before it stores the newly typed one', async () => {
    const { id } = await checkout();
    await submit(id, REFUSED);
    expect((await rig.api('GET', `/session/${id}`)).json.sourceOfFunds).toBeUndefined();
    await rig.api('PUT', `/session/${id}`, {
      sourceOfFunds: { type: 'CARD', provided: { card: { number: '4508750015741019', nameOnCard: 'The Shop' } } },
    });
    await submit(id);
    const { json } = await rig.api('GET', `/session/${id}`);
    expect(json.sourceOfFunds.provided.card).toMatchObject({ number: '512345xxxxxx0008' });
    expect(json.sourceOfFunds.provided.card.nameOnCard).toBeUndefined();
  });

  it('refuses a form from before a change by the shop, for any number of later changes by the page itself', async () => {
    const { id, order } = await checkout();
    const old = await form(id);
    await submit(id, REFUSED);
    await rig.api('PUT', `/session/${id}`, { order: { amount: '12.00' } });
    const stale = await post(`/checkout/pay/${id}`, { ...old.hidden, attempt: '2', ...GOOD }, { Cookie: old.cookie });
    expect(stale.headers.location).toBe(`/checkout/pay/${id}`);
    expect(wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: old.cookie }))).toContain('The order has changed');
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });

  it('twenty clicks at once charge once and all lead to the same end', async () => {
    const { id, order } = await checkout();
    const { hidden, cookie } = await form(id);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => post(`/checkout/pay/${id}`, { ...hidden, ...GOOD }, { Cookie: cookie })),
    );
    expect(new Set(replies.map(({ status, headers }) => `${status} ${headers.location}`))).toEqual(
      new Set([`303 /checkout/done/${id}`]),
    );
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });

  it('after a decline the payer tries again, and sees no reason that would help a card tester', async () => {
    const { id, order, indicator } = await checkout();
    const declined = await submit(id, { ...GOOD, expiry: '06/39' });
    expect(declined.headers.location).toBe(`/checkout/pay/${id}`);
    const { page } = await form(id);
    expect(page.text).not.toMatch(/DECLINED_CSC|512345|\b0008\b/);
    expect(page.text).not.toContain(indicator);
    expect((await browse(`/checkout/done/${id}`)).headers.location).toBe(`/checkout/pay/${id}`);
    expect((await submit(id)).headers.location).toBe(`/checkout/done/${id}`);
    expect(rig.host.ledger({ order }).map(({ transaction, state }) => `${transaction} ${state}`)).toEqual([
      '1 DECLINED',
      '2 APPROVED',
    ]);
  });

  it('ends the checkout after the last attempt', async () => {
    const { id, order } = await checkout({ interaction: { retryAttemptCount: 2 } });
    for (let count = 0; count < 4; count += 1) {
      await submit(id, REFUSED);
    }
    expect(rig.host.ledger({ order })).toHaveLength(2);
    const ended = await browse(`/checkout/pay/${id}`);
    expect(ended.text).not.toContain('name="number"');
    expect(wordsOf(ended)).toContain(
      'Your card was declined No attempts left. You have not been charged. Go back to the shop to start again.',
    );
  });

  it('a gift card with too little money costs no attempt, and one with a wrong PIN does', async () => {
    const { id, order } = await checkout({ interaction: { retryAttemptCount: 2 }, order: { amount: '500.00' } });
    // Its balance is zero, so that it cannot pay a part either.
    const poor = giftCard('00');
    for (let count = 0; count < 3; count += 1) {
      await submit(id, poor);
      const words = wordsOf(await browse(`/checkout/pay/${id}`));
      expect(words).toContain('It does not have enough money left for this order.');
      expect(words).not.toContain('You can try');
    }
    await submit(id, { ...poor, pin: '4321' });
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('You can try 1 more time.');
    expect(rig.host.ledger({ order })).toHaveLength(4);
  });

  it('a card that reaches the acquirer counts as an attempt, even when the acquirer is unavailable', async () => {
    const { id, order } = await checkout();
    for (let count = 0; count < 5; count += 1) {
      await submit(id, { ...GOOD, expiry: '01/37' });
    }
    expect(rig.host.ledger({ order })).toHaveLength(3);
  });

  it('an attempt number from an earlier page does not charge a second time', async () => {
    const { id, order } = await checkout();
    const old = await form(id);
    await submit(id, REFUSED);
    const stale = await post(`/checkout/pay/${id}`, { ...old.hidden, ...GOOD }, { Cookie: old.cookie });
    expect(stale.headers.location).toBe(`/checkout/pay/${id}`);
    expect(rig.host.ledger({ order })).toHaveLength(1);
    const words = wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: old.cookie }));
    expect(words).toContain(
      'Your card was declined This payment was tried somewhere else in the meantime. What you entered here was not sent. You have not been charged.',
    );
    expect(words).toContain('You can try 2 more times.');
    expect(words).not.toContain('cookie');
  });

  it('a form from before another payment of the order reports that payment instead of a cookie error', async () => {
    const { id, order } = await checkout();
    const old = await form(id);
    const card = { number: '5123450000000008', expiry: { month: '5', year: '39' } };
    await rig.api('PUT', `/order/${order}/transaction/1`, {
      apiOperation: 'PAY',
      order: { amount: '10.00', currency: 'EUR' },
      sourceOfFunds: { type: 'CARD', provided: { card } },
    });
    await post(`/checkout/pay/${id}`, { ...old.hidden, ...GOOD }, { Cookie: old.cookie });
    expect(rig.host.ledger({ order })).toHaveLength(1);
    const words = wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: old.cookie }));
    expect(words).toContain('Enter your details again This payment was tried somewhere else in the meantime.');
    expect(words).not.toContain('cookie');
  });

  it('an amount that changed since the page was shown is shown first', async () => {
    const { id, order } = await checkout();
    const { hidden, cookie } = await form(id);
    await rig.api('PUT', `/session/${id}`, { order: { amount: '99.00' } });
    const sent = await post(`/checkout/pay/${id}`, { ...hidden, ...GOOD }, { Cookie: cookie });
    expect(sent.headers.location).toBe(`/checkout/pay/${id}`);
    expect(rig.host.ledger({ order })).toEqual([]);
    expect((await submit(id)).headers.location).toBe(`/checkout/done/${id}`);
    expect((await rig.api('GET', `/order/${order}`)).json.amount).toBe(99);
  });

  it('invalid input is reported without a charge', async () => {
    const { id, order } = await checkout();
    await submit(id, { ...GOOD, number: '5123450000000009', securityCode: '1' });
    expect(rig.host.ledger({ order })).toEqual([]);
    expect((await browse(`/checkout/pay/${id}`)).text).toContain('name="number"');
  });

  it.each([
    ['NONE', { order: { amount: null } }, []],
    ['VERIFY', { order: { amount: null } }, ['VERIFICATION']],
    ['AUTHORIZE', {}, ['AUTHORIZATION']],
  ])('%s sends the messages of its operation to the acquirer', async (operation, more, kinds) => {
    const { id, order } = await checkout({ interaction: { operation }, ...more });
    expect((await submit(id)).headers.location).toBe(`/checkout/done/${id}`);
    expect(rig.host.ledger({ order }).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('NONE leaves the card for the merchant, and no security code', async () => {
    const { id } = await checkout({ interaction: { operation: 'NONE' } });
    await submit(id);
    const { card } = (await rig.api('GET', `/session/${id}`)).json.sourceOfFunds.provided;
    const { brand: _brand, scheme: _scheme, fundingMethod: _fundingMethod, ...typed } = card;
    expect(typed).toEqual({ number: '512345xxxxxx0008', expiry: { month: '1', year: '39' } });
  });
});

describe('another site', () => {
  it.each([
    ['by another origin', { Origin: 'https://evil.example' }],
    ['by a null origin', { Origin: 'null' }],
    ['by a cross-site form', { 'Sec-Fetch-Site': 'cross-site' }],
    ['by a form of a sister site', { 'Sec-Fetch-Site': 'same-site' }],
  ])('can neither pay nor cancel: %s', async (_what, headers) => {
    const { id, order } = await checkout();
    const { hidden, cookie } = await form(id);
    for (const path of [`/checkout/pay/${id}`, `/checkout/cancel/${id}`]) {
      const reply = await post(path, { ...hidden, ...GOOD }, { Cookie: cookie, ...headers });
      expect(reply.status).toBe(403);
    }
    expect(rig.host.ledger({ order })).toEqual([]);
    expect((await browse(`/checkout/pay/${id}`)).text).toContain('name="number"');
  });

  it('a form without proof and without an origin charges nothing', async () => {
    const { id, order } = await checkout();
    const { hidden } = await form(id);
    const sent = await rig.call('POST', `/checkout/pay/${id}`, new URLSearchParams({ ...hidden, ...GOOD }).toString(), {
      authorization: null,
    });
    expect(sent.headers.location).toBe(`/checkout/pay/${id}`);
    expect(rig.host.ledger({ order })).toEqual([]);
  });
});

describe('cancelling', () => {
  it('leads to the shop at once, without a success indicator', async () => {
    const { id, indicator } = await checkout();
    const { hidden, cookie } = await form(id);
    const sent = await post(`/checkout/cancel/${id}`, hidden, { Cookie: cookie });
    expect([sent.status, sent.headers.location]).toEqual([303, `/checkout/cancel/${id}`]);
    const leading = await browse(`/checkout/cancel/${id}`);
    expect([leading.status, leading.headers.refresh]).toEqual([200, `0; url=${CANCEL}`]);
    expect(leading.text).toContain(`href="${CANCEL}"`);
    expect(leading.text).not.toContain(indicator);
  });

  it('is reversible: the link can be opened and paid again, and shows that it was cancelled', async () => {
    const { id, order } = await checkout();
    const { hidden, cookie } = await form(id);
    await post(`/checkout/cancel/${id}`, hidden, { Cookie: cookie });
    const words = wordsOf(await browse(`/checkout/pay/${id}`));
    expect(words).toContain(
      'You cancelled this payment You have not been charged. If you change your mind, you can still pay here',
    );
    expect((await submit(id)).headers.location).toBe(`/checkout/done/${id}`);
    expect(rig.host.ledger({ order })).toHaveLength(1);
    expect((await browse(`/checkout/cancel/${id}`)).headers.location).toBe(`/checkout/pay/${id}`);
  });

  it('invalidates every earlier form, until the payer has seen the cancel and sends it again', async () => {
    const { id, order } = await checkout();
    const before = await form(id);
    await post(`/checkout/cancel/${id}`, before.hidden, { Cookie: before.cookie });
    const late = await post(`/checkout/pay/${id}`, { ...before.hidden, ...GOOD }, { Cookie: before.cookie });
    expect(late.headers.location).toBe(`/checkout/pay/${id}`);
    expect(rig.host.ledger({ order })).toEqual([]);
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('You cancelled this payment');
  });

  it('no page leads to the shop before the payer has cancelled', async () => {
    const { id } = await checkout();
    expect((await browse(`/checkout/cancel/${id}`)).headers.location).toBe(`/checkout/pay/${id}`);
    expect((await browse(`/checkout/cancel/SESSION${'0'.repeat(24)}`)).status).toBe(303);
  });

  it('a checkout that the merchant has ended cannot be opened again', async () => {
    const { id, order } = await checkout();
    const { hidden, cookie } = await form(id);
    await post(`/checkout/cancel/${id}`, hidden, { Cookie: cookie });
    const expiryDateTime = new Date(Date.now() - 1_000).toISOString();
    expect((await rig.api('PUT', `/session/${id}`, { paymentLink: { expiryDateTime } })).status).toBe(200);
    await submit(id);
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('This payment has timed out');
    expect(rig.host.ledger({ order })).toEqual([]);
  });

  it('changes nothing during a payment, and shows it as paid', async () => {
    const { id, order, indicator } = await checkout();
    const { hidden, cookie } = await form(id);
    rig.host.setFaults({ mode: 'DELAY', delayMs: 400, count: 1 });
    const paying = post(`/checkout/pay/${id}`, { ...hidden, ...GOOD }, { Cookie: cookie });
    await expect.poll(() => rig.host.ledger({ order }).length).toBe(1);
    const cancelled = await post(`/checkout/cancel/${id}`, hidden, { Cookie: cookie });
    expect([cancelled.status, cancelled.headers.location]).toEqual([303, `/checkout/pay/${id}`]);
    expect((await paying).headers.location).toBe(`/checkout/done/${id}`);
    expect(homeOf((await browse(`/checkout/done/${id}`)).text)).toContain(indicator);
  });

  it('and paying at once end in one of the two results, and a payer returned as cancelled has not paid', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, order } = await checkout();
      const { hidden, cookie } = await form(id);
      const send = [
        () => post(`/checkout/pay/${id}`, { ...hidden, ...GOOD }, { Cookie: cookie }),
        () => post(`/checkout/cancel/${id}`, hidden, { Cookie: cookie }),
      ];
      await Promise.all((round % 2 === 0 ? send : send.reverse()).map((each) => each()));
      const paid = rig.host.ledger({ order }).length === 1;
      expect((await browse(`/checkout/done/${id}`)).status).toBe(paid ? 200 : 303);
      expect((await browse(`/checkout/cancel/${id}`)).status).toBe(paid ? 303 : 200);
    }
  });

  it('changes nothing once it is paid', async () => {
    const { id, indicator } = await checkout();
    const { hidden, cookie } = await form(id);
    await submit(id);
    await post(`/checkout/cancel/${id}`, hidden, { Cookie: cookie });
    expect(homeOf((await browse(`/checkout/done/${id}`)).text)).toContain(indicator);
  });
});

describe('a page', () => {
  it('has one address alone: another spelling of its id is not found', async () => {
    const { id } = await checkout();
    const escaped = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    expect((await browse(`/checkout/pay/${escaped}`)).status).toBe(200);
    for (const other of [`${id}.html`, escaped.replace('%', '%25'), `${id}%20`, `${id}%2F`, `..%2Fpay%2F${id}`]) {
      expect([other, (await browse(`/checkout/pay/${other}`)).status]).toEqual([other, 404]);
    }
  });

  it.each(['%0d%0aX-Evil:%201', '%2f%2fevil.example', '%00', '%E2%82%AC'])(
    'of an invalid id (%s) links only to our own addresses',
    async (id) => {
      for (const reply of [await browse(`/checkout/done/${id}`), await post(`/checkout/pay/${id}`, GOOD)]) {
        expect(reply.status).toBe(303);
        expect(reply.headers).not.toHaveProperty('x-evil');
        expect(decodeURIComponent(String(reply.headers.location))).toBe(`/checkout/pay/${decodeURIComponent(id)}`);
        expect(String(reply.headers.location)).toMatch(/^\/checkout\/pay\/[A-Za-z0-9%._~-]+$/);
      }
    },
  );

  it.each([`SESSION${'0'.repeat(24)}`, 'x', '%00', '..%2F..', 'SESSION<script>'])(
    'with the unknown id %s is 404',
    async (id) => {
      const reply = await browse(`/checkout/pay/${id}`);
      expect(reply.status).toBe(404);
      expect(reply.text).not.toContain('<script>');
    },
  );

  it('of a plain session is 404', async () => {
    const { json } = await rig.api('POST', '/session');
    expect((await browse(`/checkout/pay/${json.session.id}`)).status).toBe(404);
  });

  it('has the headers of every page, and writes a merchant’s text as text', async () => {
    const text = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
    const { id } = await checkout({
      order: { description: text, item: [{ name: text, quantity: 1, unitPrice: '10' }] },
      interaction: { merchant: { name: text } },
    });
    const page = await browse(`/checkout/pay/${id}?checkoutVersion=1.0.0`);
    expect(page.status).toBe(200);
    // Inside an attribute's quotes a bracket is text; the quotes themselves must be escaped.
    expect(page.text.replace(/="[^"]*"/g, '=""')).not.toMatch(/<img src=x|<script>alert/);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe|\*/);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(String(page.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
  });

  it('is served at its entry address too', async () => {
    const { id } = await checkout();
    expect((await browse(`/checkout/entry/${id}`)).status).toBe(200);
  });

  it('a form that is far too large is refused with 413', async () => {
    const { id } = await checkout();
    const reply = await post(`/checkout/pay/${id}`, { number: '5'.repeat(70_000) });
    expect(reply.status).toBe(413);
  });
});
