/** The return URLs that a profile allows: only its listed hosts, if there are any, and its registered apps. */
import { appSchemeOf, isAppEntry } from '../../contract/app-address.ts';
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { FieldPath, RequestFields } from '../../contract/request-fields.ts';
import { textAt } from '../../contract/values.ts';
import type { MerchantProfile } from './merchant.ts';

/** @param field the path of a URL; a missing URL is reported elsewhere */
export function returnHostProblems(
  values: RequestFields,
  field: FieldPath,
  { returnHosts }: Pick<MerchantProfile, 'returnHosts'>,
): FieldProblem[] {
  const url = textAt(values, field);
  return url === undefined ? [] : urlHostProblems(url, field, { returnHosts });
}

/**
 * Like `returnHostProblems`, for a URL that is not in `RequestFields`. @param url a URL in the form of `redirectUrl`
 */
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
