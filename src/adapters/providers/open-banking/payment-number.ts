/** The stored reference of a payment at a bank: the bank, the product, and the bank's own payment id. */
import { type Bank, PRODUCTS, type Product } from './bank-list.ts';

export interface PaymentAtBank {
  readonly bank: Bank;
  readonly product: Product;
  readonly paymentId: string;
}

export function paymentNumberOf({ bank, product, paymentId }: PaymentAtBank): string {
  return `${bank.id} ${product} ${paymentId}`;
}

/** @returns undefined if the bank is no longer in the list */
export function paymentAtBankOf(number: string, banks: ReadonlyMap<string, Bank>): PaymentAtBank | undefined {
  const [, id = '', name, paymentId = ''] = /^(\S+) (\S+) (.+)$/s.exec(number) ?? [];
  const bank = banks.get(id);
  const product = PRODUCTS.find((one) => one === name);
  return bank === undefined || product === undefined ? undefined : { bank, product, paymentId };
}

/** The path of the payment, relative to the bank's address. */
export function pathOf({ product, paymentId }: Pick<PaymentAtBank, 'paymentId' | 'product'>): string {
  return `/payments/${product}/${encodeURIComponent(paymentId)}`;
}
