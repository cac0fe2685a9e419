import { expect, it } from 'vitest';
import { unpayablePage } from '../../../src/checkout/pages/unpayable-page.ts';
import type { CheckoutSession } from '../../../src/checkout/session/session.ts';
import type { Values } from '../../../src/contract/read.ts';
import { merchant } from '../../core/world.ts';
import { checkoutSession } from '../sessions.ts';

const context = (session: CheckoutSession) => ({ session, merchant, locale: 'en', testMode: 'sandbox' as const });

it('the session’s shop details override the profile’s', () => {
  const fields = {
    interaction: { merchant: { name: 'Stall', address: { line1: 'a', line3: 'c' }, email: 'a@b.example' } },
  };
  expect(unpayablePage(context(checkoutSession({}, fields)), 'cancelled', 'https://a.example/')).toMatchObject({
    shop: { name: 'Stall', addressLines: ['a', 'c'], email: 'a@b.example' },
    returnLink: { href: 'https://a.example/' },
  });
  expect(unpayablePage(context(checkoutSession()), 'expired', undefined)).toMatchObject({
    shop: { name: 'Shop', addressLines: [] },
  });
});

it('a name with direction controls is shown without them', () => {
  const session = checkoutSession({}, { interaction: { merchant: { name: '\u202eStall\u2066 of متجر' } } } as Values);
  expect(unpayablePage(context(session), 'expired', undefined).shop.name).toBe('Stall of متجر');
});

it('the shop has the look and the logo that its merchant has', () => {
  const logo = { name: `${'0'.repeat(32)}.svg`, width: 400, height: 100 };
  const { shop } = unpayablePage(
    { ...context(checkoutSession({}, {})), merchant: { ...merchant, logo } },
    'expired',
    undefined,
  );
  expect(shop).toMatchObject({
    logo: { href: `/checkout/logo/${logo.name}`, width: 400, height: 100 },
    look: { corner: 'ROUND', theme: 'AUTO', font: 'SYSTEM', byline: true },
  });
});
