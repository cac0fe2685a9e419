/**
 * The sandbox's settings: its own, and the few that it shares with the gateway. Read and validated once, at the start.
 */
import { sandboxApiPassword, sandboxNotificationKey, sandboxProviderKey } from '../../settings/sandbox/index.ts';

/** Only this machine may connect, because the sandbox's HTTP server has no authentication. */
export const SANDBOX_HOST = '127.0.0.1';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const PORT_MAX = 65_535;

/** Maximum speed, by which durations are divided. At a higher speed even thirty seconds would be immediate. */
const SPEED_MAX = 1_000;

export interface SandboxSettings {
  /** The HTTP port; 0 lets the system choose. */
  readonly port: number;
  readonly acquirer: { readonly host: string; readonly port: number };
  readonly dataDir: string;
  /** The gateway's public origin, without a slash at the end. */
  readonly gatewayOrigin: string;
  readonly speed: number;
  readonly apiPassword: string;
  /** Shared by the gateway and the sandbox's browser-payment providers. */
  readonly providerKey: string;
  /** Shared by the gateway and the sandbox's receiver of notifications, for the sandbox's own merchant. */
  readonly notificationKey: string;
  /** Port of the banks' interface; 0 lets the system choose. Absent: it is not served. */
  readonly banksPort?: number;
  /** Port of the directory servers' interface; 0 lets the system choose. Absent: it is not served. */
  readonly threeDSPort?: number;
  /** Port of the mail server; 0 lets the system choose. Absent: no mail server. */
  readonly smtpPort?: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws {Error} with a message of one line that names the setting */
export function readSandboxSettings(env: Environment): SandboxSettings {
  const dataDir = env.DATA_DIR || 'data';
  return {
    port: portOf('SANDBOX_PORT', env.SANDBOX_PORT || '8090'),
    acquirer: acquirerOf(env.ACQUIRER_URL || 'iso8583://127.0.0.1:8583'),
    dataDir,
    gatewayOrigin: originOf(env.PUBLIC_ORIGIN || `http://localhost:${portOf('PORT', env.PORT || '8080')}`),
    speed: speedOf(env.SANDBOX_SPEED || '1'),
    apiPassword: sandboxApiPassword(dataDir, env),
    providerKey: sandboxProviderKey(dataDir),
    notificationKey: sandboxNotificationKey(dataDir),
    banksPort: env.SANDBOX_BANKS_PORT ? portOf('SANDBOX_BANKS_PORT', env.SANDBOX_BANKS_PORT) : undefined,
    threeDSPort: env.SANDBOX_3DS_PORT ? portOf('SANDBOX_3DS_PORT', env.SANDBOX_3DS_PORT) : undefined,
    smtpPort: env.SANDBOX_SMTP_PORT ? portOf('SANDBOX_SMTP_PORT', env.SANDBOX_SMTP_PORT) : undefined,
  };
}

function portOf(name: string, text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= PORT_MAX) {
    return port;
  }
  throw new Error(`${name} must be a port from 0 to ${PORT_MAX}, and is "${text}".`);
}

function acquirerOf(text: string): SandboxSettings['acquirer'] {
  const url = URL.parse(text);
  if (url?.protocol !== 'iso8583:' || url.hostname === '' || url.port === '') {
    throw new Error(`ACQUIRER_URL must be iso8583://host:port, and is "${text}".`);
  }
  if (!LOOPBACK_NAMES.includes(url.hostname)) {
    throw new Error(`ACQUIRER_URL names ${url.hostname}, and the sandbox's acquirer listens on this machine alone.`);
  }
  return { host: url.hostname === '[::1]' ? '::1' : url.hostname, port: Number(url.port) };
}

function originOf(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) {
    return url.origin;
  }
  throw new Error(`PUBLIC_ORIGIN must be an origin such as https://pay.example, and is "${text}".`);
}

function speedOf(text: string): number {
  const speed = Number(text);
  if (/^[0-9.]+$/.test(text) && speed > 0 && speed <= SPEED_MAX) {
    return speed;
  }
  throw new Error(`SANDBOX_SPEED must be a number above 0, at most ${SPEED_MAX}, and is "${text}".`);
}
