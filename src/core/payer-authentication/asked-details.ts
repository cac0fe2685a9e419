/** The stored details of an authentication request: its groups as read, without card data. */
import type { RequestFields } from '../../contract/request-fields.ts';
import { keptOf } from '../request/payment-details.ts';

export function askedDetails(values: RequestFields): RequestFields {
  const { authentication, device } = values;
  return { ...keptOf(values), ...(authentication && { authentication }), ...(device && { device }) };
}
