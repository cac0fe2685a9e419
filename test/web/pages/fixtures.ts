/** Page models as the server would pass them to a page. */
import { CARD_BRANDS } from '../../../src/contract/card-rules.ts';
import type {
  Amount,
  DevicePage,
  DonePage,
  LinkPage,
  OrderSummary,
  PayPage,
  ProblemPage,
  ProviderChoice,
  SavedCardsPage,
  Shop,
  UnpayablePage,
} from '../../../src/web/views/index.ts';

export const shop: Shop = {
  name: 'Harbour Lane Books',
  addressLines: ['14 Harbour Lane', 'Galway H91 E2R4', 'Ireland'],
  email: 'orders@harbourlane.example',
  phone: '+353 91 555 010',
  color: '#0b6e4f',
  supportUrl: 'https://harbourlane.example/help',
  timeZone: 'UTC',
};

export function euro(value: string): Amount {
  return { value, currency: 'EUR', exponent: 2 };
}

export const summary: OrderSummary = {
  orderId: 'HL-20261121-0042',
  reference: 'web-7781',
  description: 'Books for the winter',
  lines: [
    { name: 'The Sea, The Sea', description: 'Paperback', quantity: '1', total: euro('12.50') },
    { name: 'Field Notes on Lichen', quantity: '2', total: euro('38.00') },
  ],
  subtotals: [
    { kind: 'items', amount: euro('50.50') },
    { kind: 'shipping', amount: euro('4.90') },
    { kind: 'discount', amount: euro('5.00') },
    { kind: 'tax', amount: euro('6.80') },
  ],
  total: euro('57.20'),
};

/** The sub-totals add up with the discount in them. */
export const discountedSummary: OrderSummary = {
  ...summary,
  lines: summary.lines.map(({ total: _total, ...line }) => line),
  subtotals: [
    { kind: 'items', amount: euro('45.50') },
    { kind: 'shipping', amount: euro('4.90') },
    { kind: 'tax', amount: euro('6.80') },
  ],
  discountIncluded: euro('5.00'),
};

export const providers: readonly ProviderChoice[] = [
  { id: 'demoWallet', name: 'Demo Wallet', mark: { color: '#0a6ebd', lines: 'M5 8h14v10H5z' }, isWallet: true },
  { id: 'demoBank', name: 'Demo Bank', mark: { color: '#7a3e9d', lines: 'M5 10l7-5 7 5z' } },
];

export function payPage(changes: Partial<PayPage> = {}): PayPage {
  return {
    kind: 'pay',
    locale: 'en',
    shop,
    testMode: 'sandbox',
    operation: 'PURCHASE',
    summary,
    action: '/checkout/pay/SESSION000000000000000000000001',
    hidden: { sessionVersion: 'a1b2c3d401', attempt: '1', csrf: 'token-of-the-form' },
    method: 'card',
    methods: ['card', 'giftCard'],
    brands: CARD_BRANDS,
    providers,
    kept: {},
    errors: {},
    details: { card: [], giftCard: [] },
    thisMonth: '2026-11',
    endsIn: 1_800,
    cancelAction: '/checkout/cancel/SESSION000000000000000000000001',
    deviceHref: '/checkout/device/SESSION000000000000000000000001',
    ...changes,
  };
}

/** A card that is only verified or saved: no amount, no gift card. */
export function chargelessPage(operation: 'VERIFY' | 'NONE'): PayPage {
  const { total: _total, ...rest } = summary;
  return payPage({ operation, methods: ['card'], providers: [], summary: { ...rest, lines: [], subtotals: [] } });
}

/** The outcome of a payment without follow-ups. */
const MADE: Readonly<Partial<Record<PayPage['operation'], DonePage['made']>>> = {
  AUTHORIZE: { money: { reserved: euro('57.20') }, followUps: [] },
  PURCHASE: { money: { paid: euro('57.20') }, followUps: [] },
};

export function donePage(kind: DonePage['kind'], changes: Partial<DonePage> = {}): DonePage {
  const made = MADE[changes.operation ?? 'PURCHASE'];
  return {
    kind,
    locale: 'en',
    shop,
    testMode: 'sandbox',
    operation: 'PURCHASE',
    summary,
    ...(made && { made }),
    paidAt: '2026-11-21T14:05:09.000Z',
    instrument: { brand: 'MASTERCARD', lastFour: '0008' },
    receiptNumber: '632514000123',
    supportCode: 'K3DQ-9XF2',
    returnLink: {
      href: 'https://harbourlane.example/thanks?order=42&resultIndicator=c0ffee',
      ...(kind === 'paid' && { isFollowed: true }),
    },
    ...changes,
  };
}

/** A gift card is held, and the rest is to be paid by card. */
export function restPage(changes: Partial<PayPage> = {}): PayPage {
  const part = { lastFour: '0032', amount: euro('30.00'), rest: euro('27.20') };
  return payPage({ methods: ['card'], providers: [], part, ...changes });
}

/** The parts on the receipt of such an order. */
export const parts: NonNullable<DonePage['parts']> = [
  { instrument: { brand: 'GIFT_CARD', lastFour: '0032' }, amount: euro('30.00') },
  { instrument: { brand: 'MASTERCARD', lastFour: '0008' }, amount: euro('27.20') },
];

export function unpayablePage(kind: UnpayablePage['kind'], changes: Partial<UnpayablePage> = {}): UnpayablePage {
  return {
    kind,
    locale: 'en',
    shop,
    testMode: 'sandbox',
    operation: 'PURCHASE',
    summary,
    returnLink: { href: 'https://harbourlane.example/basket' },
    ...changes,
  };
}

/** The page of a shop without a return URL. */
export function homeless<P extends DonePage | UnpayablePage>({ returnLink: _link, ...page }: P): Omit<P, 'returnLink'> {
  return page;
}

/** A card that was saved but whose details are gone: no amount, no transaction, no digits. */
export function savedCard(): DonePage {
  const { total: _total, ...rest } = summary;
  const { receiptNumber: _number, ...page } = donePage('receipt', {
    operation: 'NONE',
    summary: { ...rest, lines: [], subtotals: [] },
    instrument: { brand: 'UNKNOWN', lastFour: '' },
  });
  return page;
}

export function problemPage(kind: ProblemPage['kind'], changes: Partial<ProblemPage> = {}): ProblemPage {
  return { kind, locale: 'en', supportCode: '7f3a91c2k5xd', ...changes };
}

const million = { value: '999999999999.123', currency: 'IQD', exponent: 3 };

/** Names, quantities and amounts of the maximum length. */
export function longPage(): PayPage {
  const name = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.padEnd(127, 'x');
  const line = { name, description: name, quantity: '9999999999999999', total: million };
  return payPage({
    shop: { ...shop, name, addressLines: [name], email: `${name}@example.com` },
    summary: { ...summary, orderId: name.slice(0, 40), lines: Array.from({ length: 9 }, () => line), total: million },
  });
}

export function devicePage(changes: Partial<DevicePage> = {}): DevicePage {
  const address = '/checkout/device/SESSION000000000000000000000001';
  return {
    kind: 'device',
    locale: 'en',
    shop,
    testMode: 'sandbox',
    address: 'https://pay.harbourlane.example/checkout/pay/SESSION000000000000000000000001',
    backHref: '/checkout/pay/SESSION000000000000000000000001',
    target: 'payment',
    poll: { address, seconds: 5 },
    ...changes,
  };
}

export function linkPage(changes: Partial<LinkPage> = {}): LinkPage {
  const address = '/checkout/link/5vJq0XnT3mYbKd8Z';
  return {
    kind: 'link',
    locale: 'en',
    shop,
    testMode: 'sandbox',
    room: 'FREE',
    description: 'Bread baking course, Saturday',
    note: 'Please bring an apron.\nWe begin at ten.',
    amount: euro('24.00'),
    bounds: undefined,
    expiresAt: undefined,
    action: address,
    start: 'Qh3kX9vTzB7nLp2WcR5yMd',
    typed: undefined,
    unpaid: undefined,
    poll: undefined,
    preview: { url: `https://pay.harbourlane.example${address}`, amount: undefined },
    ...changes,
  };
}

/** A link whose payer types the amount. */
export function openLinkPage(changes: Partial<LinkPage> = {}): LinkPage {
  return linkPage({ amount: undefined, bounds: { least: euro('5.00'), most: euro('500.00') }, ...changes });
}

export function savedCardsPage(changes: Partial<SavedCardsPage> = {}): SavedCardsPage {
  const kept = { savedAt: '2026-11-28T12:00:00.000Z', keptUntil: '2027-11-28T12:00:00.000Z' };
  return {
    kind: 'savedCards',
    locale: 'en',
    shop,
    testMode: 'sandbox',
    action: '/checkout/cards/S',
    cards: [
      { id: '7', brand: 'MASTERCARD', lastFour: '0008', expiry: '01/39', ...kept },
      { id: '8', brand: 'VISA', lastFour: '1019', expiry: '10/26', isExpired: true, ...kept },
    ],
    ...changes,
  };
}
