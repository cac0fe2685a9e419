/**
 * All settings of the gateway, read once from the environment and validated at startup. An invalid setting is reported
 * in one line that names it.
 */
import type { BlockList } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { type AcquirerProtocol, PROTOCOLS } from '../adapters/acquirers/index.ts';
import type { OpenIdSettings } from '../adapters/openid/openid-provider.ts';
import type { MailServer } from '../adapters/receipts/index.ts';
import { type DirectoryServerSettings, resultsPath, type Scheme } from '../adapters/three-ds-server/index.ts';
import type { TestMode } from '../contract/test-mode.ts';
import { isStoreNumber, STORE_NUMBER_MAX } from '../platform/store-ids.ts';
import { type AcquirerSettings, readAcquirers } from './acquirer-settings.ts';
import { type ReadableStandby, readDatabaseRead } from './database-read.ts';
import { readDatabaseSchema } from './database-schema.ts';
import { MEMORY_URL, readDatabaseUrl } from './database-url.ts';
import { readDirectoryServers, refuseSharedAuthorities } from './directory-server-settings.ts';
import { type Keys, readKeys } from './key-settings.ts';
import { readMail } from './mail-settings.ts';
import { testModeOf } from './mode.ts';
import { readOpenId } from './openid-settings.ts';
import { consoleOrigin, publicOrigin } from './origins.ts';
import { type Ports, readLoopbackPorts } from './port-ranges.ts';
import { readProxies } from './proxies.ts';
import {
  type SandboxBankCertificates,
  sandboxApiPassword,
  sandboxBankCertificates,
  sandboxNotificationKey,
  sandboxProviderKey,
  sandboxThreeDSCertificates,
  sandboxWalletKeys,
  TEST_CARD_NUMBERS,
} from './sandbox/index.ts';
import { isOriginOfResults, sandboxDirectoryServers } from './sandbox-directory-servers.ts';
import { SettingsError } from './settings-error.ts';
import { MEMORY_FOLDER } from './stored-secret.ts';
import { readTls, type TlsSettings } from './tls-settings.ts';
import { readTraces, type TraceSettings } from './trace-settings.ts';
import { readWallets, type WalletSettings } from './wallet-settings.ts';

export { SettingsError };

type Environment = Readonly<Record<string, string | undefined>>;

export interface Settings {
  readonly host: string;
  readonly port: number;
  /** The port of a separate listener for probes and metrics. Absent: the main listener answers them. */
  readonly adminPort?: number;
  /** The address of that listener. */
  readonly adminHost: string;
  /** The gateway's public origin, without a trailing slash: `https://pay.example`. */
  readonly publicOrigin: string;
  /** The console's origin, which may be the public one. Absent: there is no console. */
  readonly consoleOrigin?: string | undefined;
  /** The OpenID provider of the console's people. */
  readonly openId?: OpenIdSettings | undefined;
  /** The token of the sign-in link that `npm start` prints. Absent in live mode. */
  readonly sandboxConsoleToken?: string | undefined;
  /** The gateway's certificate and key. Absent: the gateway uses plain HTTP, behind a proxy with TLS. */
  readonly tls?: TlsSettings;
  /** Proxies whose header `Client-Cert` is trusted to contain the caller's certificate. */
  readonly clientCertProxies: BlockList;
  /** Proxies whose headers `Forwarded` and `X-Forwarded-For` are trusted to contain the caller's IP address. */
  readonly trustedProxies: BlockList;
  readonly databaseUrl: string;
  /** The schema with the store's tables, on PostgreSQL. Absent: that of the role's search path. */
  readonly databaseSchema?: string | undefined;
  /** The number that the store must have, and with which it is made. Absent: any number; a new store gets 0. */
  readonly storeNumber?: number | undefined;
  /** The standbys from which lists are read. Absent: everything is read from the primary. */
  readonly databaseRead?: ReadableStandby | undefined;
  readonly dataDir: string;
  /** The file to which the heads of the audit trail are written. A store in memory has none. */
  readonly auditHeadFile: string;
  /** The file that the operator's backup touches when it has ended. Absent: the age of backups is not measured. */
  readonly backupDoneFile?: string;
  /** The rules that apply. Staging has those of live mode, with the sandbox's acquirer and providers. */
  readonly mode: 'sandbox' | 'live';
  /**
   * The mode in which no money is moved, with which pages, mails and answers are marked. Absent where money is moved.
   */
  readonly testMode: TestMode | undefined;
  readonly keys: Keys;
  /** The acquirers by name. The acquirer `default` always exists. */
  readonly acquirers: ReadonlyMap<string, AcquirerSettings>;
  /** The directory servers for payer authentication, one per scheme. Empty: payers are not authenticated. */
  readonly directoryServers: readonly DirectoryServerSettings[];
  /** Roots and keys with which tokens of wallets are verified and decrypted. */
  readonly wallets: WalletSettings;
  readonly logLevel: string;
  /** The receiver of traces. Absent: requests are not traced. */
  readonly traces?: TraceSettings | undefined;
  /** The URI of the contact in `security.txt`. Absent: the gateway serves no such file. */
  readonly securityContact?: string;
  /** The mail server for receipts. Absent: receipts are not mailed. */
  readonly mail?: MailServer;
  /**
   * The environment from which the adapters of browser-payment providers read their settings, and the sandbox's
   * providers. `sandbox` is absent where money is moved.
   */
  readonly providers: {
    readonly env: Environment;
    readonly sandbox?: {
      readonly origin: string;
      readonly secret: string;
      readonly banks?: { readonly api: string; readonly certificates: SandboxBankCertificates };
      /** The payment service provider for Pix. */
      readonly psp?: { readonly api: string; readonly ca: string };
    };
  };
  /** Ports of this machine that notifications may use. Absent in live mode, which permits no such port. */
  readonly notificationLoopbackPorts?: Ports;
  /** The password of the merchant that the sandbox creates. Absent in live mode. */
  readonly sandboxApiPassword?: string;
  /** The key that signs notifications to the sandbox's merchant. Absent in live mode. */
  readonly sandboxNotificationKey?: string;
  /** Card numbers that are exempt from the default limits on declines. Absent in live mode. */
  readonly testCards?: ReadonlySet<string>;
}

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((value) => value <= 65_535);

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  ADMIN_HOST: z.string().min(1).optional(),
  ADMIN_PORT: port.optional(),
  SANDBOX_PORT: port.default(8090),
  SANDBOX_BANKS_PORT: port.optional(),
  SANDBOX_3DS_PORT: port.optional(),
  PUBLIC_ORIGIN: z.string().optional(),
  CONSOLE_ORIGIN: z.string().optional(),
  CONSOLE_OPENID_ISSUER: z.string().optional(),
  CONSOLE_OPENID_CLIENT_ID: z.string().optional(),
  CONSOLE_OPENID_SECRET: z.string().optional(),
  SANDBOX_CONSOLE_TOKEN: z
    .string()
    .regex(/^[\w-]{40,100}$/)
    .optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TLS_CLIENT_CA: z.string().optional(),
  CLIENT_CERT_PROXIES: z.string().optional(),
  TRUSTED_PROXIES: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  STORE_NUMBER: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .refine(isStoreNumber)
    .optional(),
  DATA_DIR: z.string().min(1).default('data'),
  AUDIT_HEAD_FILE: z.string().min(1).optional(),
  BACKUP_DONE_FILE: z.string().min(1).optional(),
  TURNPIKE_MODE: z.enum(['sandbox', 'staging', 'live']).optional(),
  LIVE_REHEARSAL: z.enum(['sandbox']).optional(),
  TURNPIKE_KEYS: z.string().optional(),
  PKCS11_ENV: z
    .string()
    .regex(/^[A-Za-z_]\w*(?: *, *[A-Za-z_]\w*)*$/)
    .optional(),
  NOTIFICATION_LOOPBACK_PORTS: z.string().optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[\x21-\x7e]+)$/)
    .optional(),
  SMTP_URL: z.string().optional(),
  SMTP_CA: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

const VALID_VALUES: Record<string, string> = {
  HOST: 'an address to listen on, such as 127.0.0.1',
  PORT: 'a number from 0 to 65535',
  ADMIN_PORT: 'a number from 0 to 65535, other than PORT',
  SANDBOX_PORT: 'a number from 0 to 65535',
  SANDBOX_BANKS_PORT: 'a number from 0 to 65535',
  SANDBOX_3DS_PORT: 'a number from 0 to 65535',
  STORE_NUMBER: `a number from 0 to ${STORE_NUMBER_MAX}`,
  DATA_DIR: 'a folder',
  SANDBOX_CONSOLE_TOKEN: '40 to 100 letters, digits, - or _',
  TURNPIKE_MODE: 'sandbox, staging or live',
  LIVE_REHEARSAL: 'sandbox, or nothing',
  PKCS11_ENV: 'names of environment variables, separated by commas',
  SECURITY_CONTACT: 'an address such as mailto:security@pay.example or https://pay.example/security',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
};

/**
 * @param protocols the protocols that acquirers' URLs may use
 * @throws SettingsError with one line that names the setting and the accepted values
 */
export function readSettings(env: Environment, protocols: readonly AcquirerProtocol[] = PROTOCOLS): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw settingError(String(parsed.error.issues[0]?.path[0]), env);
  }
  const { HOST, PORT, ADMIN_HOST, ADMIN_PORT, SANDBOX_PORT, SANDBOX_BANKS_PORT, DATA_DIR, LOG_LEVEL } = parsed.data;
  if (ADMIN_PORT === PORT && PORT !== 0) {
    throw settingError('ADMIN_PORT', env);
  }
  if (ADMIN_HOST !== undefined && ADMIN_PORT === undefined) {
    throw new SettingsError('ADMIN_HOST is set without ADMIN_PORT, whose address it is.');
  }
  const tls = readTls(parsed.data);
  const mail = readMail(parsed.data);
  const testMode = testModeOf(env);
  const mode = testMode === 'sandbox' ? 'sandbox' : 'live';
  const hasSimulators = testMode !== undefined;
  const origin = publicOrigin(parsed.data.PUBLIC_ORIGIN, { mode, tls, port: PORT });
  const threeDSPort = hasSimulators ? parsed.data.SANDBOX_3DS_PORT : undefined;
  const servers = directoryServers(given, origin, threeDSPort === undefined ? undefined : [DATA_DIR, threeDSPort]);
  refuseSharedAuthorities(servers, tls?.clientCa);
  const ownDatabase = DATA_DIR === MEMORY_FOLDER ? MEMORY_URL : `sqlite:${join(DATA_DIR, 'turnpike.db')}`;
  const databaseUrl = readDatabaseUrl(parsed.data.DATABASE_URL ?? ownDatabase, mode);
  return {
    host: HOST,
    port: PORT,
    adminPort: ADMIN_PORT,
    adminHost: ADMIN_HOST ?? HOST,
    publicOrigin: origin,
    consoleOrigin: consoleOrigin(parsed.data.CONSOLE_ORIGIN, origin, { mode, tls }),
    openId: readOpenId(parsed.data, mode),
    tls,
    clientCertProxies: readProxies('CLIENT_CERT_PROXIES', parsed.data.CLIENT_CERT_PROXIES),
    trustedProxies: readProxies('TRUSTED_PROXIES', parsed.data.TRUSTED_PROXIES),
    databaseUrl,
    databaseSchema: readDatabaseSchema(env.DATABASE_SCHEMA, databaseUrl),
    storeNumber: parsed.data.STORE_NUMBER,
    databaseRead: readDatabaseRead(given, databaseUrl, mode),
    dataDir: DATA_DIR,
    auditHeadFile: parsed.data.AUDIT_HEAD_FILE ?? join(DATA_DIR, 'audit-head.jsonl'),
    backupDoneFile: parsed.data.BACKUP_DONE_FILE,
    mode,
    testMode,
    keys: readKeys(parsed.data.TURNPIKE_KEYS, { dataDir: DATA_DIR, isLive: mode === 'live', env: given }),
    acquirers: readAcquirers(given, testMode ?? 'live', protocols),
    directoryServers: servers,
    wallets: readWallets(given, hasSimulators ? () => sandboxWalletKeys(DATA_DIR) : undefined),
    logLevel: LOG_LEVEL,
    traces: readTraces(given, mode),
    securityContact: parsed.data.SECURITY_CONTACT,
    mail,
    providers: {
      env,
      sandbox: hasSimulators ? sandboxProviders(DATA_DIR, SANDBOX_PORT, SANDBOX_BANKS_PORT) : undefined,
    },
    ...(mode === 'sandbox' && {
      sandboxConsoleToken: parsed.data.SANDBOX_CONSOLE_TOKEN,
      notificationLoopbackPorts: readLoopbackPorts(parsed.data.NOTIFICATION_LOOPBACK_PORTS, SANDBOX_PORT),
      sandboxApiPassword: sandboxApiPassword(DATA_DIR, env),
      sandboxNotificationKey: sandboxNotificationKey(DATA_DIR),
      testCards: TEST_CARD_NUMBERS,
    }),
  };
}

function settingError(name: string, env: Environment): SettingsError {
  return new SettingsError(`${name}=${JSON.stringify(env[name])} cannot be used: it takes ${VALID_VALUES[name]}.`);
}

function sandboxProviders(dataDir: string, sandboxPort: number, banksPort: number | undefined) {
  const certificates = banksPort === undefined ? undefined : sandboxBankCertificates(dataDir);
  return {
    origin: `http://127.0.0.1:${sandboxPort}`,
    secret: sandboxProviderKey(dataDir),
    banks: certificates && { api: `https://localhost:${banksPort}`, certificates },
    psp: certificates && { api: `https://localhost:${banksPort}/pix`, ca: certificates.ca },
  };
}

/**
 * @param sandbox the sandbox's data folder, and the port of its directory servers, which are used only if none is
 *   configured
 */
function directoryServers(
  given: Readonly<Record<string, string | undefined>>,
  origin: string,
  sandbox: readonly [dataDir: string, port: number] | undefined,
): DirectoryServerSettings[] {
  const resultsUrl = (scheme: Scheme) => origin + resultsPath(scheme);
  const set = readDirectoryServers(given, resultsUrl);
  if (set.length > 0 || sandbox === undefined || !isOriginOfResults(origin)) {
    return set;
  }
  const [dataDir, port] = sandbox;
  return sandboxDirectoryServers(sandboxThreeDSCertificates(dataDir), port, resultsUrl);
}
