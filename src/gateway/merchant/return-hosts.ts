/** The profile may list the only hosts to which a payer may be redirected. */
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { FieldPath, RequestFields } from '../../contract/request-fields.ts';
import { textAt } from '../../contract/values.ts';
import type { MerchantProfile } from './merchant.ts';

/** @param field a URL that was read already; if it is absent, that is reported elsewhere */
export function returnHostProblems(
  values: RequestFields,
  field: FieldPath,
  { returnHosts }: Pick<MerchantProfile, 'returnHosts'>,
): FieldProblem[] {
  const url = textAt(values, field);
  if (url === undefined || returnHosts.length === 0 || returnHosts.includes(new URL(url).hostname)) {
    return [];
  }
  return [{ field, validationType: 'INVALID', explanation: "its host is not one of the profile's returnHosts" }];
}
