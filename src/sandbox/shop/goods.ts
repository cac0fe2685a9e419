/**
 * The demo shop's goods and the basket's total. Prices are integers of cents, equal in both currencies, so sums are
 * exact.
 */

/** The shop's currencies, the default first. Pix accepts only the second. */
export const SHOP_CURRENCIES = ['EUR', 'BRL'] as const;
export type ShopCurrency = (typeof SHOP_CURRENCIES)[number];

/** @param form the sent form, in which the pressed button sets `currency` */
export function readShopCurrency(form: URLSearchParams): ShopCurrency {
  return SHOP_CURRENCIES.find((currency) => currency === form.get('currency')) ?? SHOP_CURRENCIES[0];
}

/** The largest quantity of one good in the shop's select. */
export const QUANTITY_MAX = 9;

export interface Good {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly cents: number;
}

export const GOODS: readonly Good[] = [
  { id: 'beans', name: 'Coffee beans', note: '250 g, washed, medium roast', cents: 980 },
  { id: 'mug', name: 'Enamel mug', note: '350 ml, survives a fall', cents: 1450 },
  { id: 'dripper', name: 'Pour-over dripper', note: 'Porcelain, one to two cups', cents: 2400 },
  { id: 'filters', name: 'Paper filters', note: '100 pieces, unbleached', cents: 420 },
];

export interface BasketLine {
  readonly good: Good;
  readonly quantity: number;
}

/** @param form quantities by the good's id; values other than 1 to 9 count as zero */
export function readBasket(form: URLSearchParams): BasketLine[] {
  return GOODS.map((good) => ({ good, quantity: quantityOf(form.get(good.id)) })).filter((line) => line.quantity > 0);
}

function quantityOf(text: string | null): number {
  const quantity = /^\d$/.test(text ?? '') ? Number(text) : 0;
  return quantity <= QUANTITY_MAX ? quantity : 0;
}

export function totalCents(basket: readonly BasketLine[]): number {
  return basket.reduce((sum, { good, quantity }) => sum + good.cents * quantity, 0);
}

/** An amount in the interface's format: `980` is `9.80`. */
export function majorUnits(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** An amount in the form that people read: `€9.80`. */
export function displayPrice(cents: number, currency: string = SHOP_CURRENCIES[0]): string {
  const display = new Intl.NumberFormat('en', { style: 'currency', currency });
  return display.format(majorUnits(cents) as Intl.StringNumericLiteral);
}
