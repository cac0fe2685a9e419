/**
 * The URL members of a profile. The rules for URLs in requests apply: https, and in sandbox mode also http for
 * addresses on this machine, for tests on a laptop.
 */
import { z } from 'zod';
import { isAppEntry } from '../../contract/app-address.ts';
import { hasMixedScripts } from '../../contract/host-scripts.ts';
import { ONE_SCRIPT, url } from '../../contract/web-types.ts';

/** Earlier releases accepted more than `url` does; stored values stay readable. */
const STORED_FORM = /^https:\/\/\S+$|^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?(?:[/?#]\S*)?$/i;

export const profileUrl = z
  .string()
  .max(2_048)
  .regex(STORED_FORM, 'an https URL, or in sandbox mode one of http://localhost or http://127.0.0.1');

const POLICIES = ['terms', 'privacy', 'refunds'] as const;

interface ProfileUrls {
  readonly branding: { readonly supportUrl: string | null };
  readonly notification: { readonly url: string } | null;
  readonly payerAuthentication: { readonly requestorUrl: string } | null;
  readonly policies: { readonly [Policy in (typeof POLICIES)[number]]: string | null };
}

interface ProfileHosts {
  readonly embedHosts: readonly string[];
  readonly returnHosts: readonly string[];
}

function urlsOf({ branding, notification, payerAuthentication, policies }: ProfileUrls) {
  return [
    { path: ['notification', 'url'], value: notification?.url },
    { path: ['payerAuthentication', 'requestorUrl'], value: payerAuthentication?.requestorUrl },
    { path: ['branding', 'supportUrl'], value: branding.supportUrl ?? undefined },
    ...POLICIES.map((policy) => ({ path: ['policies', policy], value: policies[policy] ?? undefined })),
  ].filter((one): one is { path: string[]; value: string } => one.value !== undefined);
}

/** Finds URLs and hosts that requests could not use. */
export function urlProblems(profile: ProfileHosts & ProfileUrls) {
  const type = url();
  const hosts = (['embedHosts', 'returnHosts'] as const).flatMap((name) =>
    profile[name].map((entry, at) => ({ path: [name, at], entry, host: hostnameOf(entry) ?? '' })),
  );
  const isMixed = ({ host }: { readonly host: string }) => hasMixedScripts(host);
  return [
    ...urlsOf(profile)
      .filter(({ value }) => STORED_FORM.test(value) && !type.accepts(value))
      .map(({ path, value }) => ({ path, message: type.explain?.(value) ?? type.allowed })),
    ...hosts.filter(isMixed).map(({ path }) => ({ path, message: ONE_SCRIPT })),
    // Payers' hosts are compared with the entry as it is.
    ...hosts
      .filter(({ path: [name], entry }) => name === 'returnHosts' && !isAppEntry(entry))
      .filter((one) => (one.host !== one.entry || one.entry.includes('*')) && !isMixed(one))
      .map(({ path }) => ({ path, message: 'a host alone, as shop.example, or the scheme of an app' })),
  ];
}

function hostnameOf(entry: string): string | undefined {
  return URL.parse(`https://${entry}`)?.hostname;
}

/** @returns the dotted paths of URLs that live mode refuses */
export function sandboxUrls(profile: ProfileUrls): string[] {
  const { liveRule } = url();
  return urlsOf(profile)
    .filter(({ value }) => liveRule?.(value) === false)
    .map(({ path }) => path.join('.'));
}
