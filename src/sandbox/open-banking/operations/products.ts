/** The payment product in an address. */
import type { Product } from '../banks.ts';
import type { BankOperationContext } from '../operation.ts';
import { BankRefusal } from '../refusal.ts';

/** Products that the standard names. Not every bank offers them. */
const STANDARD_PRODUCTS: readonly string[] = [
  'sepa-credit-transfers',
  'instant-sepa-credit-transfers',
  'target-2-payments',
  'cross-border-credit-transfers',
].flatMap((name) => [name, `pain.001-${name}`]);

export function productOf({ bank, product }: BankOperationContext): Product {
  const offered = bank.products.find((one) => one === product);
  if (offered === undefined) {
    throw new BankRefusal(STANDARD_PRODUCTS.includes(product) ? 'PRODUCT_INVALID' : 'PRODUCT_UNKNOWN');
  }
  return offered;
}
