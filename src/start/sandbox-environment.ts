/** The sandbox's settings in addition to those that it shares with the gateway. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pemCertificates } from '../platform/pem.ts';
import type { Addresses } from './listener-addresses.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * If the gateway uses TLS, the demo shop calls it by https. A laptop's certificate is self-signed or has its root in
 * the same file, so the shop trusts the certificates in that file, in addition to those that Node trusts on this
 * machine.
 *
 * @returns variables to add to the sandbox's environment
 */
export function sandboxEnvironment(
  { gateway, banks, threeDS, mail, publicOrigin, dataDir }: Addresses,
  { TLS_CERT, NODE_EXTRA_CA_CERTS }: Environment,
): Record<string, string> {
  const ports: Record<string, string> = {
    SANDBOX_BANKS_PORT: `${banks.port}`,
    SANDBOX_3DS_PORT: `${threeDS.port}`,
    ...(mail !== undefined && { SANDBOX_SMTP_PORT: `${mail.port}` }),
  };
  if (!gateway.tls) {
    return ports;
  }
  const folder = join(dataDir, 'sandbox');
  const trusted = join(folder, 'trusted.pem');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(trusted, [TLS_CERT, NODE_EXTRA_CA_CERTS].flatMap(certificatesIn).join('\n'));
  return { ...ports, PUBLIC_ORIGIN: publicOrigin, NODE_EXTRA_CA_CERTS: trusted };
}

/** Ignores an unreadable file, which the gateway or Node reports. */
function certificatesIn(file: string | undefined): string[] {
  try {
    return pemCertificates(readFileSync(file ?? '', 'utf8'));
  } catch {
    return [];
  }
}

/**
 * @returns variables to add to the gateway's environment, so that it offers the sandbox's banks and uses the sandbox's
 * directory servers
 */
export function simulatorsEnvironment({ banks, threeDS }: Addresses): Record<string, string> {
  return { SANDBOX_BANKS_PORT: `${banks.port}`, SANDBOX_3DS_PORT: `${threeDS.port}` };
}

/**
 * Makes the gateway send its mails to the sandbox's mail server, where a person can read them; they are not delivered.
 *
 * @returns variables to add to the gateway's environment
 */
export function mailEnvironment({ mail }: Addresses, { MAIL_FROM }: Environment): Record<string, string> {
  return mail === undefined
    ? {}
    : { SMTP_URL: `smtp://${mail.host}:${mail.port}`, MAIL_FROM: MAIL_FROM || 'receipts@turnpike.example' };
}
