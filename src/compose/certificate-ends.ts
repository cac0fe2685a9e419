/** The ends of the certificates that the settings name, for the metrics. */
import { X509Certificate } from 'node:crypto';
import type { Providers } from '../core/ports/index.ts';
import { pemCertificates } from '../platform/pem.ts';
import type { Settings } from '../settings/index.ts';

/** Returns the first end of each setting's certificates, milliseconds since 1970, by the name of the setting. */
export function certificateEnds(settings: Settings, providers: Providers): ReadonlyMap<string, number> {
  const { tls, acquirers, directoryServers, wallets } = settings;
  const ends: (readonly [string, number])[] = [
    ...endOf('TLS_CERT', tls?.cert),
    ...endOf('TLS_CLIENT_CA', tls?.clientCa),
    ...[...acquirers.values()].flatMap(({ nameOf, tls: ofAcquirer }) => [
      ...endOf(nameOf('CA'), ofAcquirer?.ca),
      ...endOf(nameOf('CERT'), ofAcquirer?.cert),
    ]),
    ...directoryServers.flatMap(({ scheme, ca, cert }) => [
      ...endOf(`DIRECTORY_SERVER_${scheme}_CA`, ca),
      ...endOf(`DIRECTORY_SERVER_${scheme}_CERT`, cert),
    ]),
    ...[...providers.values()].flatMap(({ certificates = [] }) =>
      certificates.map(({ name, until }) => [name, until] as const),
    ),
    ...earliest('APPLE_PAY_ROOTS', wallets.applePayRoots ?? []),
  ];
  return new Map(ends);
}

function endOf(setting: string, pem = ''): (readonly [string, number])[] {
  return earliest(
    setting,
    pemCertificates(pem).map((text) => new X509Certificate(text)),
  );
}

function earliest(setting: string, certificates: readonly X509Certificate[]): (readonly [string, number])[] {
  const ends = certificates.map(({ validToDate }) => validToDate.getTime());
  return ends.length === 0 ? [] : [[setting, Math.min(...ends)]];
}
