/** The page on which a payer answers, by plain requests: its contents, the effect of an answer, and the redirect. */
import { describe, expect, it } from 'vitest';
import type { NewProviderPayment } from '../../../src/core/ports/index.ts';
import { runTogether } from '../../support/run-together.ts';
import {
  asked,
  becomes,
  entriesOf,
  paymentFor,
  providersWith,
  rigWith,
  SLOW,
  startPayment,
  stateOf,
  visit,
} from './rig.ts';

const HOME = { name: 'Kim Example', street: '1 Market Street', city: 'Dublin', postcodeZip: 'D01', country: 'IRL' };

async function shown(given: Partial<NewProviderPayment>, id: 'wallet' | 'bank' = 'wallet') {
  const rig = await rigWith({ speed: SLOW });
  const payment = paymentFor(rig.gateway, given);
  const page = await startPayment(rig[id], payment);
  return { ...rig, payment, page, ...(await visit(page)) };
}

/** Values of the form's fields of this name, in order. */
function valuesOf(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map(([, value]) => value ?? '');
}

describe('the page of a payment', () => {
  it('shows the payee, the amount and the purpose, and offers three answers', async () => {
    const { text } = await shown({ amount: 123_456_789n, description: '2 × Coffee' });
    expect(text).toContain('<h1>Pay Example Shop <span class="amount">');
    expect(text).toContain('1,234,567.89 EUR');
    expect(text).toContain('2 × Coffee');
    expect(valuesOf(text, 'choice')).toEqual(['APPROVE', 'DECLINE', 'CANCEL']);
    expect(text).toMatch(/value="APPROVE">Approve<.*Decline<.*Cancel and go back</s);
  });

  it('states that the payer agrees, where the merchant confirms', async () => {
    const { text } = await shown({ confirmation: 'CONFIRM_AT_MERCHANT' });
    expect(text).toContain('Agree to pay Example Shop');
    expect(text).toMatch(/value="APPROVE">Agree to</);
    expect(text).not.toContain('Approve');
  });

  it.each(['wallet', 'bank'] as const)('runs no two words together: %s', async (id) => {
    const shipping = { displayed: true, changeable: true, address: HOME };
    expect(runTogether((await shown({ shipping }, id)).text)).toEqual([]);
  });

  it('escapes HTML in a shop’s text', async () => {
    const { text } = await shown({ merchantName: '<script>alert(1)</script>', description: '"><img src=x>' });
    expect(text).toContain('&lt;script>alert(1)&lt;/script>');
    expect(text).not.toMatch(/<script>|<img/);
  });

  it('must not be cached, framed, or given another site’s script', async () => {
    const { headers } = await shown({});
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('form-action');
    expect(policy).not.toContain('unsafe');
  });
});

describe('the delivery address', () => {
  const shipping = (displayed: boolean, changeable: boolean, address?: typeof HOME) => ({
    shipping: { displayed, changeable, ...(address && { address }) },
  });

  it.each([true, false])('is not shown where it must not be displayed (changeable: %s)', async (changeable) => {
    const { text } = await shown(shipping(false, changeable, HOME));
    expect(text).not.toContain('Market Street');
    expect(valuesOf(text, 'address')).toEqual([]);
  });

  it('is shown and cannot be changed where the merchant’s address overrides', async () => {
    const { text, sandbox, wallet, page, payment } = await shown(shipping(true, false, HOME));
    expect(text).toContain('1 Market Street, D01 Dublin, Ireland');
    expect(valuesOf(text, 'address')).toEqual([]);
    await visit(page, { choice: 'APPROVE', address: '2' });
    expect(await stateOf(wallet, payment)).toBe('DECIDED APPROVED');
    expect(await addressIn(sandbox.origin, payment)).toBeUndefined();
  });

  it('can be chosen where it is changeable, with the merchant’s first', async () => {
    const { text, sandbox, page, payment } = await shown(shipping(true, true, HOME));
    expect(valuesOf(text, 'address')).toEqual(['0', '1', '2', '3']);
    expect(text.indexOf('Market Street')).toBeLessThan(text.indexOf('Harbour Row'));
    await visit(page, { choice: 'APPROVE', address: '2' });
    expect(await addressIn(sandbox.origin, payment)).toMatchObject({ street: 'Lindenweg 5', country: 'DEU' });
  });

  it('can be chosen where the merchant gave none, and is the first one by default', async () => {
    const { text, sandbox, page, payment } = await shown(shipping(true, true));
    expect(valuesOf(text, 'address')).toEqual(['0', '1', '2']);
    await visit(page, { choice: 'APPROVE' });
    expect(await addressIn(sandbox.origin, payment)).toMatchObject({ street: '12 Harbour Row' });
  });

  it('is not asked by a bank', async () => {
    const { text } = await shown(shipping(true, true, HOME), 'bank');
    expect(text).not.toContain('Market Street');
  });
});

async function addressIn(origin: string, { reference }: NewProviderPayment): Promise<unknown> {
  const headers = { authorization: `Bearer ${'5a'.repeat(32)}` };
  const response = await fetch(`${origin}/providers/demoWallet/payments/${reference}`, { headers });
  return ((await response.json()) as { shippingAddress?: unknown }).shippingAddress;
}

describe('the bank’s page', () => {
  it('offers banks by their eight-digit codes', async () => {
    const { text } = await shown({}, 'bank');
    expect(valuesOf(text, 'bank')).toEqual(['10020030', '20030040', '30040050']);
  });

  it.each<Record<string, string>>([{}, { bank: '' }, { bank: '99999999' }, { bank: 'constructor' }])(
    'is shown again where no listed bank was picked: %j',
    async (picked) => {
      const { page, bank, payment } = await shown({}, 'bank');
      const again = await visit(page, { choice: 'APPROVE', ...picked });
      expect(again.status).toBe(422);
      expect(again.text).toContain('role="alert"');
      expect(await stateOf(bank, payment)).toBe('OPEN');
    },
  );

  it('lets a payer decline without a bank', async () => {
    const { page, bank, payment } = await shown({}, 'bank');
    await visit(page, { choice: 'DECLINE' });
    expect(await stateOf(bank, payment)).toBe('DECIDED DECLINED');
  });
});

describe('an answer', () => {
  it.each(['APPROVE', 'DECLINE', 'CANCEL'])(
    '%s returns to exactly the address that the gateway gave',
    async (choice) => {
      const { page, payment } = await shown({});
      const answered = await visit(page, { choice });
      expect(answered).toMatchObject({ status: 303, location: payment.returnUrl });
    },
  );

  it('that is missing shows the page again', async () => {
    for (const form of [{}, { choice: 'MAYBE' }, { choice: 'RETURN' }] as Record<string, string>[]) {
      const { page, wallet, payment } = await shown({});
      expect((await visit(page, form)).status).toBe(422);
      expect(await stateOf(wallet, payment)).toBe('OPEN');
    }
  });

  it('counts once, and a later one only returns the payer', async () => {
    const { page, wallet, payment, gateway, ...rest } = await shown({});
    await visit(page, { choice: 'DECLINE' });
    const later = await Promise.all(['APPROVE', 'APPROVE', 'CANCEL'].map((choice) => visit(page, { choice })));
    for (const one of later) {
      expect(one).toMatchObject({ status: 303, location: payment.returnUrl });
    }
    expect(await stateOf(wallet, payment)).toBe('DECIDED DECLINED');
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 DECLINED']);
    await becomes(() => gateway.calledBack(), [payment.reference]);
  });

  it('is decided by one of the concurrent submissions', async () => {
    const { page, wallet, payment, gateway } = await shown({});
    await Promise.all(Array.from({ length: 20 }, (_, n) => visit(page, { choice: n % 2 ? 'APPROVE' : 'CANCEL' })));
    expect(await stateOf(wallet, payment)).toMatch(/^DECIDED (APPROVED|CANCELLED)$/);
    await becomes(() => gateway.calledBack(), [payment.reference]);
  });
});

describe('a page of a payment that was answered', () => {
  it.each([
    ['APPROVE', 'Approved'],
    ['DECLINE', 'Not paid'],
    ['CANCEL', 'Not paid'],
  ])('shows %s, and returns the payer again', async (choice, title) => {
    const { page, payment } = await shown({});
    await visit(page, { choice });
    const again = await visit(page);
    expect(again.status).toBe(200);
    expect(again.text).toContain(`<h1>${title}</h1>`);
    expect(valuesOf(again.text, 'choice')).toEqual(['RETURN']);
    expect(await visit(page, { choice: 'RETURN' })).toMatchObject({ status: 303, location: payment.returnUrl });
  });

  it('shows that the merchant confirms, that a bank decides, or that the payment was withdrawn', async () => {
    const agreed = await shown({ confirmation: 'CONFIRM_AT_MERCHANT' });
    await visit(agreed.page, { choice: 'APPROVE' });
    expect((await visit(agreed.page)).text).toContain('You agreed');
    const waiting = await shown({}, 'bank');
    await visit(waiting.page, { choice: 'APPROVE', bank: '10020030' });
    expect((await visit(waiting.page)).text).toContain('On its way');
    const withdrawn = await shown({});
    await withdrawn.wallet.cancel(asked(withdrawn.payment.reference));
    expect((await visit(withdrawn.page)).text).toContain('Nothing was paid');
  });

  it('is shown as not found for an unknown payment', async () => {
    const { sandbox } = await providersWith();
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${sandbox.origin}/providers/demoWallet/pay/nothing`, { method });
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('<h1>No such payment</h1>');
    }
  });

  it('is not found under the other provider', async () => {
    const { page } = await shown({});
    expect((await visit(page.replace('demoWallet', 'demoBank'))).status).toBe(404);
  });
});

it('a payer who returns by a form gets a button for it, and the form carries the payment’s reference', async () => {
  const { sandbox, page, payment } = await shown({});
  sandbox.setReturnMethod('demoWallet', 'POST');
  const { status, text } = await visit(page, { choice: 'APPROVE' });
  expect(status).toBe(200);
  expect(text).toContain(`<form method="post" action="${payment.returnUrl.replace('&', '&amp;')}">`);
  expect(valuesOf(text, 'reference')).toEqual([payment.reference]);
  expect(text).toContain('<button class="approve">Continue</button>');
});
