/** The stored details of an authentication request: its groups as read, without card data. */
import type { RequestFields } from '../../contract/request-fields.ts';
import { storedFieldsOf } from '../request/payment-details.ts';

export function authenticationDetails(values: RequestFields): RequestFields {
  const { authentication, device } = values;
  return { ...storedFieldsOf(values), ...(authentication && { authentication }), ...(device && { device }) };
}
