/** Where the profile lets a payer be sent: the only hosts, where it lists any, and the apps that it registers. */
import { appSchemeOf, isAppEntry } from '../../contract/app-address.ts';
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
  return url === undefined ? [] : urlHostProblems(url, field, { returnHosts });
}

/** The same of a URL that is no field of the common ones. @param url of the form of `redirectUrl` */
export function urlHostProblems(
  url: string,
  field: string,
  { returnHosts }: Pick<MerchantProfile, 'returnHosts'>,
): FieldProblem[] {
  const explanation = refusal(url, returnHosts);
  return explanation === undefined ? [] : [{ field, validationType: 'INVALID', explanation }];
}

function refusal(url: string, returnHosts: readonly string[]): string | undefined {
  const scheme = appSchemeOf(url);
  if (scheme !== undefined) {
    const isRegistered = returnHosts.some((entry) => entry.toLowerCase() === `${scheme}://`);
    return isRegistered ? undefined : `the profile's returnHosts do not register the app ${scheme}://`;
  }
  const hosts = returnHosts.filter((entry) => !isAppEntry(entry));
  return hosts.length === 0 || hosts.includes(new URL(url).hostname)
    ? undefined
    : "its host is not one of the profile's returnHosts";
}
