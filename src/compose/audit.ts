/** The audit trail of a gateway process: start and stop, merchants' sign-ins, and answers with full card numbers. */
import { hash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Store } from '../adapters/store/index.ts';
import {
  type AuditCounts,
  AuditedUnmaskings,
  AuditTrail,
  HeadFile,
  type SignInEvents,
  SignInRecorder,
} from '../back-office/audit/index.ts';
import { IntervalWorker } from '../core/index.ts';
import type { Unmaskings } from '../core/ports/index.ts';
import { MEMORY_URL, type Settings } from '../settings/index.ts';
import type { Foundation } from './foundation.ts';
import { waitAtMost } from './wait-at-most.ts';

/** The interval in which pending sign-ins are appended. */
const WRITE_EVERY_MS = 5_000;
/** The time after which a stop no longer waits for an unreachable store. */
const STOP_MS_MAX = 3_000;

/** The heads of a trail that ends with its process. */
const NO_HEADS: Pick<HeadFile, 'write'> = { write: async () => undefined };

export interface ComposedAudit {
  readonly trail: Pick<AuditTrail, 'append'>;
  readonly unmaskings: Unmaskings;
  readonly signIns: SignInEvents;
  /** The worker that appends sign-ins. It is not started yet. */
  readonly worker: IntervalWorker;
  readonly counts: () => AuditCounts;
  /** @throws AuditError or StoreError: a process without an audit trail must not run */
  started(version: string): Promise<void>;
  stopped(): Promise<void>;
}

export function composeAudit({ settings, log, clock }: Foundation, store: Store): ComposedAudit {
  const heads = settings.databaseUrl === MEMORY_URL ? NO_HEADS : new HeadFile(settings.auditHeadFile);
  const trail = new AuditTrail({ entries: store.audit, heads, clock, log });
  const signIns = new SignInRecorder({ trail, now: () => clock.now() });
  const ofProcess = (action: string, details: Readonly<Record<string, unknown>>) =>
    trail.append({ action, actor: 'gateway', subject: null, details: { process: store.processes.key, ...details } });
  const end = async () => {
    await signIns.write({ all: true });
    await ofProcess('gateway stop', {});
  };
  return {
    trail,
    unmaskings: new AuditedUnmaskings(trail, (key) => store.merchants.byKey(key)),
    signIns,
    worker: new IntervalWorker({
      intervalMs: WRITE_EVERY_MS,
      run: () => signIns.write(),
      log,
      failure: 'sign-ins could not be appended to the audit trail; trying again',
    }),
    counts: () => trail.counts,
    started: (version) =>
      ofProcess('gateway start', { version, host: hostname(), pid: process.pid, ...configuration(settings) }),
    stopped: () =>
      waitAtMost(
        STOP_MS_MAX,
        end().catch((error: unknown) => log.error({ err: error }, 'the stop is not in the audit trail')),
        log,
      ),
  };
}

/** The settings that distinguish processes. They contain no secrets, so they may be hashed without a key. */
function configuration(settings: Settings) {
  const { mode, publicOrigin, host, port, adminHost, adminPort, dataDir, logLevel, mail } = settings;
  const keys = settings.keys.map(({ id }) => id);
  const shown = {
    host,
    port,
    adminHost: adminHost === host ? undefined : adminHost,
    adminPort,
    dataDir,
    database: settings.databaseUrl.replace(/^(\w+:\/\/)[^@/]*@/, '$1'),
    schema: settings.databaseSchema,
    logLevel,
    auditHeadFile: settings.auditHeadFile,
    acquirers: [...settings.acquirers].map(([name, { says }]) => [name, says]),
    directoryServers: settings.directoryServers.map(({ scheme }) => scheme),
    clientCertProxies: settings.clientCertProxies.rules,
    trustedProxies: settings.trustedProxies.rules,
    mail: mail && [mail.host, mail.port, mail.security, mail.from],
    certificate: settings.tls && hash('sha256', settings.tls.cert),
  };
  return {
    mode: settings.testMode ?? mode,
    publicOrigin,
    keys,
    settings: hash('sha256', JSON.stringify({ mode, publicOrigin, keys, ...shown })),
  };
}
