/**
 * The merchant behind an aggregator or facilitator. Source: the document's prose; only an order's first transaction
 * takes it.
 */
import { digits, EMAIL, string } from './facts.ts';
import type { InterfaceField } from './field.ts';
import { address, fields } from './rows.ts';

export const SUB_MERCHANT: readonly InterfaceField[] = fields(
  { side: 'request' },
  {
    'order.subMerchant.identifier': string(1, 100),
    'order.subMerchant.registeredName': string(1, 100),
    'order.subMerchant.tradingName': string(1, 100),
    'order.subMerchant.email': EMAIL,
    'order.subMerchant.phone': string(1, 20),
    'order.subMerchant.bankIndustryCode': digits(4, 4),
    ...address('order.subMerchant.address'),
  },
);
