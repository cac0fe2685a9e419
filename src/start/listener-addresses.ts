/**
 * The addresses of the gateway and the sandbox. The settings are parsed leniently, because each process validates its
 * own settings and reports errors.
 */

import { namedMode } from '../settings/sandbox/index.ts';

export interface Addresses {
  readonly dataDir: string;
  /** Whether only the gateway runs, as in production. */
  readonly live: boolean;
  /** The origin that browsers and merchants call. */
  readonly publicOrigin: string;
  readonly consoleOrigin: string;
  /** The gateway's listener, seen from this machine. */
  readonly gateway: Listener;
  readonly sandbox: Listener;
  /** The API of the sandbox's banks. */
  readonly banks: Listener;
  /** The API of the sandbox's directory servers. */
  readonly threeDS: Listener;
  /** The sandbox's mail server. Absent if the settings name another one. */
  readonly mail?: Listener;
  /** Every listener, with the setting that changes it. */
  readonly listeners: readonly { readonly setting: string; readonly example: string; readonly at: Listener }[];
}

export interface Listener {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

const LOOPBACK = '127.0.0.1';

export function readAddresses(env: Readonly<Record<string, string | undefined>>): Addresses {
  const tls = Boolean(env.TLS_CERT);
  const gateway = { host: env.HOST || LOOPBACK, port: Number(env.PORT || 8080), tls };
  const sandbox = { host: LOOPBACK, port: Number(env.SANDBOX_PORT || 8090), tls: false };
  const banks = { host: LOOPBACK, port: Number(env.SANDBOX_BANKS_PORT || 8443), tls: true };
  const threeDS = { host: LOOPBACK, port: Number(env.SANDBOX_3DS_PORT || 8444), tls: true };
  const publicOrigin = env.PUBLIC_ORIGIN || `${tls ? 'https' : 'http'}://localhost:${gateway.port}`;
  const mail = env.SMTP_URL ? undefined : { host: LOOPBACK, port: Number(env.SANDBOX_SMTP_PORT || 8025), tls: false };
  const acquirer = URL.parse(env.ACQUIRER_URL || 'iso8583://127.0.0.1:8583');
  const acquirerAt = { host: LOOPBACK, port: Number(acquirer?.port), tls: false };
  return {
    dataDir: env.DATA_DIR || 'data',
    live: namedMode(env) !== 'sandbox',
    publicOrigin,
    consoleOrigin: env.CONSOLE_ORIGIN || publicOrigin,
    gateway,
    sandbox,
    banks,
    threeDS,
    ...(mail !== undefined && { mail }),
    listeners: [
      { setting: 'PORT', example: `PORT=${gateway.port + 1}`, at: gateway },
      { setting: 'SANDBOX_PORT', example: `SANDBOX_PORT=${sandbox.port + 1}`, at: sandbox },
      { setting: 'ACQUIRER_URL', example: `ACQUIRER_URL=iso8583://${LOOPBACK}:${acquirerAt.port + 1}`, at: acquirerAt },
      { setting: 'SANDBOX_BANKS_PORT', example: `SANDBOX_BANKS_PORT=${banks.port + 1}`, at: banks },
      { setting: 'SANDBOX_3DS_PORT', example: `SANDBOX_3DS_PORT=${threeDS.port + 1}`, at: threeDS },
      ...(mail === undefined
        ? []
        : [{ setting: 'SANDBOX_SMTP_PORT', example: `SANDBOX_SMTP_PORT=${mail.port + 1}`, at: mail }]),
    ],
  };
}
