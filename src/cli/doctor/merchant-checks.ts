/** Checks of one merchant's profile, and of the services that it names. */

import { X509Certificate } from 'node:crypto';
import { signingKeys } from '../../adapters/notifications/index.ts';
import { openProviders } from '../../adapters/providers/index.ts';
import { Vault } from '../../adapters/vault/index.ts';
import { isAppEntry } from '../../contract/app-address.ts';
import { DAY_MS } from '../../contract/durations.ts';
import {
  givenProfile,
  merchantIdentity,
  notificationSecret,
  p2peOf,
  profileContradictions,
  providerAccount,
  SECRET_PLACEHOLDER,
  sandboxUrls,
  walletKeys,
} from '../../core/index.ts';
import { type CheckFinding, doubtful, fails, well } from '../finding.ts';
import type { Check, ExaminedMerchant } from './doctor-subject.ts';
import { providerFindings } from './provider-findings.ts';
import { hostFindings } from './web-findings.ts';
import { hostOf, lookAt } from './web-host.ts';

export const MERCHANT_CHECKS: readonly Check<ExaminedMerchant>[] = [
  { name: 'profile', run: profile },
  { name: 'credentials', run: credentials },
  { name: 'return hosts', run: returnHosts },
  { name: 'notification', run: notification },
  { name: 'secrets', run: secrets },
  { name: 'routes', run: routes },
  { name: 'browser payments', run: browserPayments },
  { name: 'wallets', run: wallets },
];

/** Validates the profile by the rules of this release's `merchant put`: an older release may have stored it. */
function profile({ merchant, settings }: ExaminedMerchant): CheckFinding[] {
  const read = givenProfile.safeParse(merchant.profile);
  const refused = (read.success ? [] : read.error.issues).map(({ path, message }) =>
    doubtful(`${path.join('.')}: ${message}.`, 'correct the profile and put it again'),
  );
  const contradictions = profileContradictions(merchant.profile).map(({ member, why }) =>
    doubtful(`${member}: ${why}`, 'correct the profile, or leave it so on purpose'),
  );
  const approval = merchant.profile.permissions.refundApproval
    ? [well('Refunds wait for you: turnpike refund list shows them.')]
    : [];
  const unsafe = settings.mode === 'live' ? sandboxUrls(merchant.profile) : [];
  const unusable = unsafe.map((member) => fails(`${member}: live mode takes https alone.`, 'put an https URL there'));
  const found = [...unusable, ...refused, ...contradictions];
  const findings = found.length === 0 ? [well('Every member is known, and none contradicts another.')] : found;
  return [...findings, ...approval];
}

function credentials({ merchant, settings }: ExaminedMerchant): CheckFinding[] {
  const { id, passwordHash, isDisabled = false, profile: own } = merchant;
  const { length } = own.certificates;
  const proxies = settings.clientCertProxies.rules.length;
  const takesCertificates = settings.tls?.clientCa !== undefined || proxies > 0;
  return [
    ...(isDisabled ? [fails(`${id} is disabled: every call of it is refused.`, `turnpike merchant enable ${id}`)] : []),
    ...(passwordHash === null && length === 0
      ? [fails('It has neither a password nor a certificate.', `turnpike merchant password ${id}`)]
      : [well(`${passwordHash === null ? 'No password' : 'A password'}, ${length} client certificates.`)]),
    ...(length > 0 && !takesCertificates
      ? [fails('Its certificates are never asked for.', 'set TLS_CLIENT_CA, or CLIENT_CERT_PROXIES')]
      : []),
  ];
}

/** Payers' browsers are redirected to these hosts: their names must be in public DNS, their certificates trusted. */
async function returnHosts({ merchant, settings, outside, now }: ExaminedMerchant): Promise<CheckFinding[]> {
  const { returnHosts } = merchant.profile;
  const hosts = returnHosts.filter((entry) => !isAppEntry(entry));
  const apps = returnHosts.filter(isAppEntry).map((app) => well(`Payers can be sent to the app ${app}.`));
  if (hosts.length === 0) {
    return [
      ...apps,
      settings.mode === 'live'
        ? doubtful('Payers can be sent to any https host.', 'list the shop’s hosts in returnHosts')
        : well('Any host, as returnHosts lists none.'),
    ];
  }
  const looking = { ...outside, asks: { method: 'HEAD', path: '/' } as const };
  const found = await Promise.all(
    hosts.map(async (host) => {
      const seen = await lookAt({ host, port: outside.httpsPort, isSecure: true }, looking);
      return hostFindings(host, seen, now, (says) =>
        fails(says, 'payers cannot come back there: mend it, or its name'),
      );
    }),
  );
  return [...apps, ...found.flat()];
}

/** Checks the notification URL by the rules of deliveries: https, and a public address. Makes only a TLS handshake. */
async function notification({ merchant, settings, outside, now }: ExaminedMerchant): Promise<CheckFinding[]> {
  const url = URL.parse(merchant.profile.notification?.url ?? '');
  if (url === null) {
    return [
      settings.mode === 'live'
        ? doubtful('No address: the shop learns of a payment only where it asks.', 'set notification.url')
        : well('No address in the profile; a request may name one.'),
    ];
  }
  const port = url.port === '' ? outside.httpsPort : Number(url.port);
  const looking = { ...outside, allows: outside.allowsNotification };
  const seen = await lookAt({ host: hostOf(url), port, isSecure: url.protocol === 'https:' }, looking);
  return hostFindings(url.hostname, seen, now, (says) =>
    fails(says, 'notifications fail and are repeated: mend the receiver, or notification.url'),
  );
}

/** Checks that the merchant's sealed data can be decrypted. The data is not shown. */
async function secrets({ merchant, store, settings, now }: ExaminedMerchant): Promise<CheckFinding[]> {
  const stored = await store.notifications.signingKeys(merchant.key);
  const { notification: notified, p2pe } = merchant.profile;
  const held = (['applePay', 'googlePay'] as const).filter((wallet) => merchant.profile.wallets[wallet] !== null);
  const isSealed = stored.length > 0 || notified?.secret !== undefined || p2pe !== null || held.length > 0;
  if (!isSealed || (await store.dataKeys.all()).length === 0) {
    return [well('The key that signs its notifications is made when the first is sent.')];
  }
  const vault = await Vault.open(settings.keys, store.dataKeys);
  const tries: readonly [what: string, open: () => unknown][] = [
    [
      'signing key',
      () =>
        stored.length === 0
          ? undefined
          : signingKeys({ keys: store.notifications, sealer: vault, clock: { now: () => now } }, merchant.key),
    ],
    ['notification.secret', () => notificationSecret(merchant.profile, vault)],
    ['p2pe.bdk', () => p2peOf(merchant.profile, vault, () => undefined)],
    ...held.map((wallet): [string, () => unknown] => [
      `wallets.${wallet}`,
      () => walletKeys(merchant.profile, wallet, vault).length,
    ]),
    ['wallets.applePay.identityKey', () => merchantIdentity(merchant.profile, vault)?.key],
    ...Object.keys(merchant.profile.providerAccounts).map((id): [string, () => unknown] => [
      `providerAccounts.${id}`,
      () => providerAccount(merchant.profile, id, vault),
    ]),
  ];
  const found: CheckFinding[] = [];
  for (const [what, open] of tries) {
    try {
      if (JSON.stringify(await open())?.includes(`"${SECRET_PLACEHOLDER}"`)) {
        found.push(
          fails(
            `The stored ${what} is the text ${SECRET_PLACEHOLDER}, which an earlier version took.`,
            'put the secret again',
          ),
        );
      }
    } catch {
      found.push(fails(`The stored ${what} does not open.`, 'put the profile again, or rotate the key'));
    }
  }
  return found.length > 0 ? found : [well('Its encrypted values can be decrypted.')];
}

function routes({ merchant, settings }: ExaminedMerchant): CheckFinding[] {
  const named = [...new Set(merchant.profile.acquirerRoutes.map(({ acquirer }) => acquirer))];
  const missing = named.filter((name) => !settings.acquirers.has(name));
  return missing.length === 0
    ? [well(`Payments go to ${[...named, ...(named.includes('default') ? [] : ['default'])].join(', ')}.`)]
    : missing.map((name) =>
        fails(`acquirerRoutes name ${name}, which is not configured.`, `set ACQUIRER_${name.toUpperCase()}_URL`),
      );
}

async function browserPayments({ merchant, store, settings }: ExaminedMerchant): Promise<CheckFinding[]> {
  const open = openProviders(settings.providers);
  const { browserPayments: ids } = merchant.profile;
  if (ids.length === 0) {
    return [well('None is offered.')];
  }
  const vault = await Vault.open(settings.keys, store.dataKeys);
  const found = await Promise.all(
    ids.map((id) => {
      const provider = open.get(id);
      return provider === undefined
        ? [doubtful(`${id} is not set up, so no page offers it.`, 'set it up, or take it out of browserPayments')]
        : providerFindings(provider, providerAccount(merchant.profile, id, vault));
    }),
  );
  return found.flat();
}

/** A certificate of Apple's is valid for 25 months, and its renewal takes people at the merchant. */
const IDENTITY_DAYS_MIN = 30;

/** Whether the hosted page can have Apple Pay's button. @param pem of the merchant identity certificate */
function identityFindings(
  pem: string | undefined,
  { mode, wallets: { applePayDomain } }: ExaminedMerchant['settings'],
  now: number,
): CheckFinding[] {
  if (pem === undefined) {
    return [];
  }
  const days = Math.floor((Date.parse(new X509Certificate(pem).validTo) - now) / DAY_MS);
  const renew = 'put the new identityCertificate and identityKey';
  return [
    days < 0 ? fails('Its Apple Pay merchant identity certificate has expired.', renew) : undefined,
    days >= 0 && days < IDENTITY_DAYS_MIN
      ? doubtful(`Its Apple Pay merchant identity certificate expires in ${days} days.`, renew)
      : undefined,
    mode === 'live' && applePayDomain === undefined
      ? doubtful("Apple cannot verify the page's host here: it has no file of Apple's.", 'set APPLE_PAY_DOMAIN_FILE')
      : undefined,
  ].filter((finding) => finding !== undefined);
}

/** Whether the operator has what verifies the tokens of the merchant's wallets. */
function wallets({ merchant, settings, now }: ExaminedMerchant): CheckFinding[] {
  const { applePay, googlePay } = merchant.profile.wallets;
  const found: CheckFinding[] = [];
  if (applePay !== null) {
    found.push(
      settings.wallets.applePayRoots === undefined
        ? fails('Tokens of Apple Pay are refused: its roots are not set.', 'set APPLE_PAY_ROOTS')
        : well('Tokens of Apple Pay are taken.'),
      ...identityFindings(applePay.identityCertificate, settings, now),
    );
  }
  if (googlePay !== null) {
    const { googlePay: set } = settings.wallets;
    const isForNobody = googlePay.privateKey === undefined && set?.gateway === undefined;
    found.push(
      set === undefined || isForNobody
        ? fails(
            'Tokens of Google Pay are refused: root keys, or a private key, are not set.',
            'set GOOGLE_PAY_ROOT_KEYS, and GOOGLE_PAY_GATEWAY with GOOGLE_PAY_KEYS',
          )
        : well('Tokens of Google Pay are taken.'),
    );
  }
  return found.length > 0 ? found : [well('None is taken.')];
}
