/** Checks of the gateway's settings, and of the services that they name. The store is not needed. */
import { X509Certificate } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { PROTOCOLS, tryConnection } from '../../adapters/acquirers/index.ts';
import { openProviders } from '../../adapters/providers/index.ts';
import { tryDirectoryServer } from '../../adapters/three-ds-server/index.ts';
import { VERSION_MAX } from '../../contract/field.ts';
import { readBuild } from '../../platform/build.ts';
import { operatorAdvice } from '../../platform/operator-advice.ts';
import { type CheckFinding, doubtful, fails, well } from '../finding.ts';
import type { Check, DoctorSubject } from './doctor-subject.ts';
import { certificateFinding, hostFindings, ownCertificateFinding } from './web-findings.ts';
import { hostOf, lookAt } from './web-host.ts';

export const GATEWAY_CHECKS: readonly Check<DoctorSubject>[] = [
  { name: 'build', run: build },
  { name: 'mode', run: mode },
  { name: 'public origin', run: publicOrigin },
  { name: 'certificate', run: ownCertificate },
  { name: 'acquirers', run: acquirers },
  { name: 'providers', run: providers },
  { name: 'directory servers', run: directoryServers },
  { name: 'disk', run: disk },
];

/** The build of this command's checkout; a running gateway may have another one. */
function build(): CheckFinding[] {
  return [well(`${readBuild().id}, Node ${process.version}.`)];
}

/** The settings were read successfully, so live mode's conditions on keys, origin and acquirers are met. */
function mode({ settings }: DoctorSubject): CheckFinding[] {
  if (settings.testMode === 'staging') {
    return [
      doubtful(
        "Staging: the rules of live mode, with the sandbox's acquirer and providers. No money is moved.",
        'set TURNPIKE_MODE=live and another DATABASE_URL before real cards',
      ),
    ];
  }
  return [
    settings.mode === 'live'
      ? well('Live: the settings are fit for real cards.')
      : well('Sandbox: keys and passwords are generated, and no real card is to be used.'),
  ];
}

/** Connects to the public origin; payers and merchants' servers may reach it by another route. */
async function publicOrigin({ settings, outside, now }: DoctorSubject): Promise<CheckFinding[]> {
  const { publicOrigin: origin } = settings;
  const url = new URL(origin);
  const isSecure = url.protocol === 'https:';
  const host = hostOf(url);
  const port = url.port === '' ? (isSecure ? outside.httpsPort : 80) : Number(url.port);
  const seen = await lookAt({ host, port, isSecure }, { ...outside, asks: INFORMATION });
  if (seen.status !== undefined && seen.status !== 200) {
    return [doubtful(`${origin} answers ${seen.status}, as no running gateway does.`, 'look at who listens there')];
  }
  // Outside live mode, for example on a laptop, the certificate may be self-signed.
  const isTrustDue = settings.mode === 'live' && isSecure;
  return hostFindings(origin, seen, now, (says) =>
    isTrustDue && /certificate|TLS/.test(says)
      ? fails(says, 'payers are warned of the page: mend the certificate')
      : doubtful(says, 'start the gateway, or look at what stands before it; from here it may be hidden'),
  );
}

/** A public request, which every running gateway answers. */
const INFORMATION = { method: 'GET', path: `/api/rest/version/${VERSION_MAX}/information` } as const;

function ownCertificate({ settings: { tls, publicOrigin: origin }, now }: DoctorSubject): CheckFinding[] {
  if (tls === undefined) {
    return [];
  }
  const certificate = new X509Certificate(tls.cert);
  const host = hostOf(new URL(origin));
  if ((isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) === undefined) {
    return [fails(`TLS_CERT is not for ${host}, the host of PUBLIC_ORIGIN.`, 'get a certificate of that name')];
  }
  return [certificateFinding('TLS_CERT', Date.parse(certificate.validTo), now)];
}

/** Connects without a sign-on: a host that allows each client one sign-on would end that of the running gateway. */
function acquirers({ settings, outside }: DoctorSubject): Promise<CheckFinding[]> {
  return Promise.all(
    [...settings.acquirers].map(async ([name, { url, tls, plaintextReach, says }]) => {
      const failure = await tryConnection({ url, tls, plaintextReach }, PROTOCOLS, outside.answerMsMax);
      return failure === undefined
        ? well(`${name}, ${url}, takes connections.`)
        : fails(
            `${name} cannot be reached (${failure}): its payments are declined.`,
            `look at ${says}, at the firewall and at the acquirer`,
          );
    }),
  );
}

function providers({ settings, now }: DoctorSubject): CheckFinding[] {
  try {
    const open = openProviders(settings.providers);
    const names = [...open.keys()];
    return [
      well(names.length === 0 ? 'No browser-payment provider is set up.' : `Set up: ${names.join(', ')}.`),
      ...[...open.values()].flatMap(({ certificates = [] }) =>
        certificates.map(({ name, from, until }) => ownCertificateFinding(name, from, until, now)),
      ),
    ];
  } catch (error) {
    return [fails(errorText(error), 'correct its settings: the gateway does not start')];
  }
}

/** Explains a failure of the connection to the operator. */
const FAILURE_SENTENCES: Readonly<Record<string, string>> = {
  AWAY: 'it cannot be reached',
  // With TLS 1.3 a server that refuses our certificate ends the connection after our first data.
  BROKEN: 'it ended the connection, as one does that does not take our certificate',
  CERTIFICATE: 'its certificate is not of the authorities in the settings, or it does not take ours',
  SLOW: 'it does not answer in time',
  STATUS: 'it answers with an HTTP status other than 200',
};

/**
 * Requests card ranges from each directory server, with a serial number that the server has not issued. Such a request
 * does not use up the hourly update of a running gateway.
 */
async function directoryServers({ settings, now, outside }: DoctorSubject): Promise<CheckFinding[]> {
  const findings = settings.directoryServers.map(async (server): Promise<CheckFinding[]> => {
    const { scheme, url, cert } = server;
    const tried = await tryDirectoryServer(server, outside.answerMsMax);
    const { validFrom, validTo } = new X509Certificate(cert);
    return [
      tried.ok
        ? well(`${scheme}, ${url}, answers.`)
        : fails(
            `${scheme}, ${url}: ${tried.code === undefined ? (FAILURE_SENTENCES[tried.reason] ?? tried.reason) : `it refuses our message (${tried.code}, ${tried.reason})`}.`,
            `look at DIRECTORY_SERVER_${scheme}_URL and what belongs to it, and at the firewall: until it answers, the payers of its cards are not authenticated`,
          ),
      ownCertificateFinding(`Our certificate for ${scheme}`, Date.parse(validFrom), Date.parse(validTo), now),
    ];
  });
  return (await Promise.all(findings)).flat();
}

const GIGABYTE = 1_000_000_000;
/** With less free space, a busy day or a log may fill the disk. */
const FREE_BYTES_DOUBTFUL = 2 * GIGABYTE;
/** With less free space, the database's write-ahead log alone may not fit. */
const FREE_BYTES_MIN = 0.2 * GIGABYTE;

async function disk({ settings: { dataDir } }: DoctorSubject): Promise<CheckFinding[]> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const says = `${(free / GIGABYTE).toFixed(1)} GB are free under DATA_DIR.`;
  if (free < FREE_BYTES_MIN) {
    return [fails(says, 'make room: without it payments are refused')];
  }
  return [free < FREE_BYTES_DOUBTFUL ? doubtful(says, 'make room before it is full') : well(says)];
}

export function errorText(error: unknown): string {
  return operatorAdvice(error) ?? (error instanceof Error ? error.message : String(error));
}
