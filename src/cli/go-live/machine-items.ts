/** The items of the sections "The machine" and "The settings". */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { GATEWAY_CHECKS } from '../doctor/gateway-checks.ts';
import {
  checked,
  done,
  type GoLiveItem,
  type GoLiveSubject,
  type ItemFinding,
  missing,
  yourItem,
  yours,
} from './item.ts';

const MACHINE = 'The machine';
const SETTINGS = 'The settings';
/** Systemd's time service creates it when the clock is synchronised. */
const SYNCHRONISED = '/run/systemd/timesync/synchronized';
const OTHERS = 0o007;

const gatewayChecks = (...names: readonly string[]) => GATEWAY_CHECKS.filter(({ name }) => names.includes(name));

export const MACHINE_ITEMS: readonly GoLiveItem[] = [
  yourItem(MACHINE, 1, 'whether a firewall lets in only one port, and out only the acquirer and port 443'),
  { section: MACHINE, number: 2, run: ownUser },
  { section: MACHINE, number: 3, run: clock },
  { section: MACHINE, number: 4, run: database },
  { section: SETTINGS, number: 1, run: mode },
  { section: SETTINGS, number: 2, run: keys },
  {
    section: SETTINGS,
    number: 3,
    run: (subject) => checked(gatewayChecks('public origin', 'certificate'), subject),
  },
  { section: SETTINGS, number: 4, run: (subject) => checked(gatewayChecks('acquirers'), subject) },
  { section: SETTINGS, number: 5, run: places },
  { section: SETTINGS, number: 6, run: proxies },
  { section: SETTINGS, number: 7, run: auditHead },
  { section: SETTINGS, number: 8, run: securityContact },
];

function ownUser({ settings: { dataDir } }: GoLiveSubject): ItemFinding[] {
  const user = process.getuid?.();
  if (user === undefined) {
    return [yours('whether the gateway runs as a user of its own')];
  }
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  return [
    user === 0
      ? missing('This command runs as root.', 'run the gateway and its commands as a user of their own')
      : done('This command does not run as root.'),
    folder === undefined || folder.uid !== user
      ? missing(`${dataDir} is not of this user.`, 'run this command as the user of the gateway, who owns DATA_DIR')
      : done(`${dataDir} is of this user.`),
    ...(folder !== undefined && (folder.mode & OTHERS) !== 0
      ? [missing(`Every user of the machine may enter ${dataDir}.`, `chmod o= ${dataDir}`)]
      : []),
  ];
}

function clock(): ItemFinding[] {
  return [
    existsSync(SYNCHRONISED)
      ? done('The clock is synchronised by systemd-timesyncd.')
      : yours('whether a time service sets the clock'),
  ];
}

async function database({ settings: { databaseUrl }, store }: GoLiveSubject): Promise<ItemFinding[]> {
  const processes = (await store.dataKeys.holders()).length;
  const running = `${processes} ${processes === 1 ? 'process runs' : 'processes run'} now`;
  return [
    databaseUrl.startsWith('sqlite:')
      ? done(`SQLite, for one process: ${running}.`)
      : done(`PostgreSQL, for several processes: ${running}.`),
  ];
}

function mode({ settings: { testMode } }: GoLiveSubject): ItemFinding[] {
  return [
    testMode === undefined
      ? done('TURNPIKE_MODE is live.')
      : missing(`TURNPIKE_MODE is ${testMode}: no money is moved.`, 'set TURNPIKE_MODE=live and a new DATABASE_URL'),
  ];
}

/** Live mode and staging have refused weak keys and keys of the sandbox before. */
function keys({ settings: { testMode, keys: all } }: GoLiveSubject): ItemFinding[] {
  if (testMode === 'sandbox') {
    return [missing('TURNPIKE_KEYS may be a key of the sandbox.', 'set a random key: openssl rand -base64 32')];
  }
  const kind = all[0].where === undefined ? 'is random' : 'is in a token';
  return [
    done(`The newest of ${all.length} keys ${kind}.`),
    yours('whether a copy of the keys lies apart from the backups'),
  ];
}

function places({ settings: { adminPort }, env }: GoLiveSubject): ItemFinding[] {
  const unset = ['DATABASE_URL', 'DATA_DIR'].filter((name) => !env[name]);
  return [
    unset.length === 0
      ? done('DATABASE_URL and DATA_DIR are set.')
      : missing(
          `Defaults apply to ${unset.join(' and ')}.`,
          'name the places of data, so that no other folder is used',
        ),
    adminPort === undefined
      ? missing('Probes and metrics share the port of payers.', 'set ADMIN_PORT')
      : done(`Probes and metrics have the port ${adminPort}.`),
  ];
}

function proxies({ settings: { tls, trustedProxies, publicOrigin } }: GoLiveSubject): ItemFinding[] {
  if (trustedProxies.rules.length > 0) {
    return [done('TRUSTED_PROXIES names your proxies.')];
  }
  return [
    tls === undefined && publicOrigin.startsWith('https:')
      ? missing('A proxy serves https for the gateway, and TRUSTED_PROXIES is not set.', 'set TRUSTED_PROXIES')
      : yours('whether a proxy or balancer stands before the gateway, which TRUSTED_PROXIES would name'),
  ];
}

function auditHead({ settings: { auditHeadFile, dataDir }, env }: GoLiveSubject): ItemFinding[] {
  if (!env.AUDIT_HEAD_FILE) {
    return [missing('The heads of the audit trail lie in DATA_DIR.', 'set AUDIT_HEAD_FILE to a file on another disk')];
  }
  const folder = statSync(dirname(auditHeadFile), { throwIfNoEntry: false });
  if (folder === undefined) {
    return [missing(`The folder of AUDIT_HEAD_FILE=${auditHeadFile} does not exist.`, 'create it')];
  }
  return [
    folder.dev === statSync(dataDir, { throwIfNoEntry: false })?.dev
      ? missing('AUDIT_HEAD_FILE is on the disk of DATA_DIR.', 'put it on another disk')
      : done('AUDIT_HEAD_FILE is on a disk of its own.'),
    yours('whether users of the database can write to AUDIT_HEAD_FILE'),
  ];
}

function securityContact({ settings: { securityContact: contact } }: GoLiveSubject): ItemFinding[] {
  return [
    contact === undefined
      ? missing('Nobody can report a vulnerability.', 'set SECURITY_CONTACT')
      : done(`Vulnerabilities are reported to ${contact}.`),
  ];
}
