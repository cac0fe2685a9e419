/** The payment page as payers of the merchant see it, with a sample order, to look at before a change is saved. */
import { shopOf } from '../../checkout/index.ts';
import { acceptedBrands, type Merchant, type MerchantProfile } from '../../core/index.ts';
import type { PayPage } from '../../web/views/index.ts';

const CURRENCY = 'EUR';
const ALL = { has: () => true };
const euro = (value: string) => ({ value, currency: CURRENCY, exponent: 2 });

export interface PreviewLook {
  /** `#rgb` or `#rrggbb` */
  readonly color: string;
  readonly theme: 'DARK' | 'LIGHT';
  readonly corner: MerchantProfile['branding']['corner'];
  readonly font: MerchantProfile['branding']['font'];
  /** The address of the logo at the console. */
  readonly logoHref: string;
}

/** The page leads nowhere: its addresses do not exist. */
const NOWHERE = '/console/preview';
const SECONDS = 1_800;

export function previewPage(merchant: Merchant, { color, theme, corner, font, logoHref }: PreviewLook): PayPage {
  const { byline } = merchant.profile.branding;
  const shop = shopOf(merchant);
  return {
    kind: 'pay',
    locale: 'en',
    shop: {
      ...shop,
      color,
      look: { corner, font, byline, theme },
      ...(shop.logo && { logo: { ...shop.logo, href: logoHref } }),
    },
    testMode: undefined,
    operation: 'PURCHASE',
    summary: {
      orderId: 'SAMPLE-1',
      lines: [{ name: 'A sample', quantity: '2', total: euro('24.00') }],
      subtotals: [],
      total: euro('24.00'),
    },
    action: NOWHERE,
    hidden: { sessionVersion: '', attempt: '', csrf: '' },
    method: 'card',
    methods: ['card'],
    brands: acceptedBrands(merchant.profile, ALL, CURRENCY),
    providers: [],
    kept: {},
    errors: {},
    details: { card: [], giftCard: [] },
    endsIn: SECONDS,
    deviceHref: NOWHERE,
  };
}
