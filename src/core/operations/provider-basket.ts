/** The order's lines and subtotals for a payment at a provider, which may display them. */
import type { Currency } from '../../contract/money.ts';
import { minorUnits } from '../../contract/money.ts';
import type { ItemFields, RequestFields } from '../../contract/request-fields.ts';
import type { NewProviderPayment, ProviderItem, ProviderSubtotals } from '../ports/index.ts';

/** @param currency the currency of the order's amount */
export function basketOf(
  { order }: RequestFields,
  currency: Currency,
): Pick<NewProviderPayment, 'items' | 'subtotals'> {
  const items = order?.item?.map(itemOf) ?? [];
  const subtotals: ProviderSubtotals = Object.fromEntries(
    Object.entries({
      items: order?.itemAmount,
      shipping: order?.shippingAndHandlingAmount,
      tax: order?.taxAmount,
      discount: order?.discount?.amount,
    }).flatMap(([name, text]) => {
      const units = text === undefined ? undefined : minorUnits(text, currency);
      return units === undefined ? [] : [[name, units]];
    }),
  );
  return {
    ...(items.length > 0 && { items }),
    ...(Object.keys(subtotals).length > 0 && { subtotals }),
  };
}

function itemOf({
  name = '',
  quantity = '',
  unitPrice = '',
  unitTaxAmount,
  description,
  sku,
}: ItemFields): ProviderItem {
  return {
    name,
    quantity,
    unitPrice,
    ...(unitTaxAmount !== undefined && { unitTax: unitTaxAmount }),
    ...(description !== undefined && { description }),
    ...(sku !== undefined && { sku }),
  };
}
