/**
 * Creates the order for PayPal. Omits data that PayPal might refuse and that the payment does not need, such as a line
 * with half a unit or an address without a city: the payer sees less at PayPal, but can pay.
 */
import { type Currency, minorUnits } from '../../../contract/money.ts';
import type { NewProviderPayment, ProviderItem, ProviderSubtotals } from '../../../core/ports/index.ts';
import { addressToPayPal } from './payer-address.ts';
import { customId } from './payment-names.ts';
import { type PayPalMoney, paypalMoney } from './paypal-money.ts';

/** The limit of texts at PayPal, by PayPal's way of counting characters. */
const TEXT_CHARACTERS_MAX = 127;
const FULL_NAME_CHARACTERS_MAX = 300;
/** The maximum number of order lines, because every answer and webhook of PayPal repeats them. */
const ITEMS_MAX = 50;
const QUANTITY = /^[1-9]\d{0,9}$/;
/** A subset of the e-mail addresses that PayPal accepts. */
const EMAIL = /^[\w%+-]+(?:\.[\w%+-]+)*@(?:[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?\.)+[A-Za-z\d]{2,}$/;
const EMAIL_CHARACTERS_MAX = 254;

/** @returns undefined if PayPal does not accept the currency, or not with this amount */
export function newPayPalOrder(payment: NewProviderPayment): object | undefined {
  const { account, reference, orderId, operation, confirmation, amount, currency, description, email } = payment;
  const { orderReference } = payment;
  const money = paypalMoney(amount, currency);
  if (money === undefined) {
    return undefined;
  }
  const { breakdown, items } = basket(payment);
  const { preference, shipping } = delivery(payment);
  return {
    intent: operation === 'PAY' ? 'CAPTURE' : 'AUTHORIZE',
    purchase_units: [
      {
        reference_id: orderReference,
        custom_id: customId(account.merchantId, reference),
        invoice_id: orderId,
        description: description && truncate(description),
        amount: { ...money, breakdown },
        items,
        shipping,
      },
    ],
    payment_source: {
      paypal: {
        email_address: isSentEmail(email) ? email : undefined,
        experience_context: {
          brand_name: truncate(payment.merchantName),
          shipping_preference: preference,
          user_action: confirmation === 'CONFIRM_AT_PROVIDER' ? 'PAY_NOW' : 'CONTINUE',
          return_url: payment.returnUrl,
          cancel_url: payment.cancelUrl,
        },
      },
    },
  };
}

function isSentEmail(email: string | undefined): boolean {
  return email !== undefined && email.length <= EMAIL_CHARACTERS_MAX && EMAIL.test(email);
}

function truncate(text: string, charactersMax = TEXT_CHARACTERS_MAX): string {
  return [...text].slice(0, charactersMax).join('');
}

function delivery({ shipping: { displayed, changeable, address } }: NewProviderPayment) {
  const sent = addressToPayPal(address);
  if (!displayed || (!changeable && sent === undefined)) {
    return { preference: 'NO_SHIPPING', shipping: undefined };
  }
  const { name } = address ?? {};
  const shipping = {
    name: name === undefined ? undefined : { full_name: truncate(name, FULL_NAME_CHARACTERS_MAX) },
    address: sent,
  };
  return {
    preference: changeable ? 'GET_FROM_FILE' : 'SET_PROVIDED_ADDRESS',
    shipping: sent && shipping,
  };
}

interface Basket {
  readonly breakdown: Readonly<Record<string, PayPalMoney>> | undefined;
  readonly items: readonly object[] | undefined;
}

const NOTHING: Basket = { breakdown: undefined, items: undefined };

/** The items and subtotals, if they add up to the amount by PayPal's rules. */
function basket({ amount, currency, items = [], subtotals = {} }: NewProviderPayment): Basket {
  const lines = linesOf(items, currency);
  const itemTotal = subtotals.items ?? lines?.total;
  const discount = itemTotal === undefined ? undefined : discountOf(amount, itemTotal, subtotals);
  if (itemTotal === undefined || discount === undefined) {
    return NOTHING;
  }
  const parts = { item_total: itemTotal, shipping: subtotals.shipping, tax_total: subtotals.tax, discount };
  const written: Record<string, PayPalMoney> = {};
  for (const [name, units = 0n] of Object.entries(parts)) {
    const money = units < 0n ? undefined : paypalMoney(units, currency);
    if (money === undefined) {
      return NOTHING;
    }
    // `item_total` is required even if all lines are free.
    if (units > 0n || name === 'item_total') {
      written[name] = money;
    }
  }
  const isWhole = lines?.total === itemTotal && lines.taxTotal === (subtotals.tax ?? 0n);
  return { breakdown: written, items: isWhole ? lines.written : undefined };
}

/**
 * @returns the discount to subtract from the sum, 0n if the other parts already include it; undefined if the parts do
 *   not add up
 */
function discountOf(amount: bigint, items: bigint, { shipping = 0n, tax = 0n, discount = 0n }: ProviderSubtotals) {
  const sum = items + shipping + tax;
  return [0n, discount].find((off) => sum - off === amount);
}

/** @returns undefined if there are no lines, too many, or one that PayPal cannot show */
function linesOf(items: readonly ProviderItem[], currency: Currency) {
  const lines = items.length > ITEMS_MAX ? [] : items.map((item) => lineOf(item, currency));
  if (lines.length === 0 || lines.some((line) => line === undefined)) {
    return undefined;
  }
  const whole = lines.filter((line) => line !== undefined);
  return {
    total: sumOf(whole, ({ price }) => price.units),
    taxTotal: sumOf(whole, ({ tax }) => tax?.units ?? 0n),
    written: whole.map(({ price, tax, quantity, texts }) => ({
      ...texts,
      quantity: quantity.toString(),
      unit_amount: price.money,
      tax: tax && tax.units > 0n ? tax.money : undefined,
    })),
  };
}

function sumOf<Line extends { readonly quantity: bigint }>(
  lines: readonly Line[],
  unit: (line: Line) => bigint,
): bigint {
  return lines.reduce((sum, line) => sum + unit(line) * line.quantity, 0n);
}

function lineOf({ name, quantity, unitPrice, unitTax, description, sku }: ProviderItem, currency: Currency) {
  const price = priceOf(unitPrice, currency);
  if (price === undefined || !QUANTITY.test(quantity)) {
    return undefined;
  }
  return {
    quantity: BigInt(quantity),
    price,
    tax: unitTax === undefined ? undefined : priceOf(unitTax, currency),
    texts: {
      name: truncate(name),
      description: description && truncate(description),
      sku: sku && truncate(sku),
    },
  };
}

function priceOf(text: string, currency: Currency) {
  const units = minorUnits(text, currency);
  const money = units === undefined || units < 0n ? undefined : paypalMoney(units, currency);
  return units === undefined || money === undefined ? undefined : { units, money };
}
