/**
 * `npm start`: runs the gateway and its sandbox until a signal. In live mode runs only the gateway, in the foreground,
 * with its log on this terminal.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { OPERATOR_COMMAND, START_COMMAND } from '../platform/command-names.ts';
import { operatorAdvice } from '../platform/operator-advice.ts';
import { onOrphaned } from '../platform/orphaned.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { noteSimulatorPorts, sandboxApiPassword } from '../settings/sandbox/index.ts';
import { type Child, type ChildExit, startChild } from './child.ts';
import { type Addresses, readAddresses } from './listener-addresses.ts';
import { GATEWAY_ENVIRONMENT, GATEWAY_NODE_OPTIONS } from './node-options.mjs';
import { isTaken, untilReady } from './ready.ts';
import { mailEnvironment, sandboxEnvironment, simulatorsEnvironment } from './sandbox-environment.ts';
import { welcome } from './welcome.ts';

const GATEWAY = new URL('../server.ts', import.meta.url);
const SANDBOX = new URL('../sandbox/main.ts', import.meta.url);

/** A gateway completes its open requests within this time. A request that takes longer is stuck. */
const STOP_MS_MAX = 30_000;

/** Long enough for the slowest start, which migrates a large store. A start that takes longer is reported. */
const READY_MS_MAX = 60_000;

/** Random bytes in the link that signs in to the console once. */
const CONSOLE_TOKEN_BYTES = 32;

const RESTORED_NOTICE = [
  'The store was restored from a backup and is closed until it was compared with the ledgers.',
  'Beside this, with the same settings:',
  `  ${OPERATOR_COMMAND} doctor                                  says which ledgers are missing`,
  `  ${OPERATOR_COMMAND} reconcile --ledger FILE.json --adopt    compares one`,
  `  ${OPERATOR_COMMAND} restored --open                         opens the store`,
  'docs/operating/backup.md has the steps. This goes on by itself then; Ctrl+C stops it.',
].join('\n');

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** @param body the answer's body of `/readyz` */
function isRestored(body: string): boolean {
  try {
    return (JSON.parse(body) as { readonly status?: string }).status === 'restored';
  } catch {
    return false;
  }
}

/** Resolves at a signal, or when the process that started this one has ended. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) {
      process.on(signal, () => resolve());
    }
    onOrphaned(resolve);
  });
}

async function runSandbox(addresses: Addresses): Promise<number> {
  const signalled = untilStopped();
  for (const { setting, example, at } of addresses.listeners) {
    if (await isTaken(at)) {
      return fail(`Port ${at.port} (${setting}) is in use. Stop what listens there, or: ${example} ${START_COMMAND}`);
    }
  }
  const apiPassword = sandboxApiPassword(addresses.dataDir, process.env);
  const simulators = simulatorsEnvironment(addresses);
  const forgetPorts = noteSimulatorPorts(addresses.dataDir, simulators);
  const consoleToken = randomBytes(CONSOLE_TOKEN_BYTES).toString('base64url');
  const gatewayEnvironment = {
    ...GATEWAY_ENVIRONMENT,
    ...simulators,
    ...mailEnvironment(addresses, process.env),
    SANDBOX_CONSOLE_TOKEN: consoleToken,
  };
  const gateway = startChild('gateway', GATEWAY, addresses.dataDir, GATEWAY_NODE_OPTIONS, gatewayEnvironment);
  const sandbox = startChild('sandbox', SANDBOX, addresses.dataDir, [], sandboxEnvironment(addresses, process.env));
  const died = Promise.race([gateway.ended, sandbox.ended]);

  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), READY_MS_MAX);
  const ready = allReady(addresses, waiting.signal, () => {
    // The store stays closed until the operator opens it, which may take any time.
    clearTimeout(timer);
    console.log(RESTORED_NOTICE);
  });
  const first = await Promise.race([ready, died, signalled.then(() => 'signalled' as const)]);
  clearTimeout(timer);
  waiting.abort();
  if (first === 'ready') {
    console.log(welcome(addresses, { apiPassword, consoleToken }));
  } else if (first === 'late') {
    console.error(`Not ready after ${READY_MS_MAX / 1000} s. The logs are in ${addresses.dataDir}/logs/.`);
  }

  const last = first === 'ready' ? await Promise.race([died, signalled]) : first;
  if (typeof last === 'object') {
    explain(last);
  }
  forgetPorts();
  const stoppedCleanly = await stopAll([gateway, sandbox]);
  return stoppedCleanly && (last === undefined || last === 'signalled') ? 0 : 1;
}

/** @param closed called once, when the gateway reports that its store is closed after a restore */
async function allReady(
  { gateway, sandbox, publicOrigin }: Addresses,
  signal: AbortSignal,
  closed: () => void,
): Promise<'ready' | 'late'> {
  const name = URL.parse(publicOrigin)?.host ?? 'localhost';
  let isClosed = false;
  const seen = (body: string) => {
    if (!isClosed && isRestored(body)) {
      isClosed = true;
      closed();
    }
  };
  await Promise.all([
    untilReady(gateway, '/readyz', name, signal, seen),
    untilReady(sandbox, '/', 'localhost', signal),
  ]);
  return signal.aborted ? 'late' : 'ready';
}

/** Stops one after the other, since the acquirer must answer while the gateway drains. */
async function stopAll(children: readonly Child[]): Promise<boolean> {
  const deadline = performance.now() + STOP_MS_MAX;
  let clean = true;
  for (const child of children) {
    const ending = await child.stop(Math.max(0, deadline - performance.now()));
    clean &&= ending.clean;
    if (ending.how === 'SIGKILL') {
      console.error(`The ${ending.name} did not stop in ${STOP_MS_MAX / 1000} s and was ended.`);
    }
  }
  return clean;
}

function explain({ name, how, tail, logFile }: ChildExit): void {
  for (const line of tail) {
    console.error(line);
  }
  console.error(`The ${name} stopped by itself (${how}). Its log is ${logFile}.`);
}

function fail(message: string): number {
  console.error(message);
  return 1;
}

/** Runs in the foreground as a child process, so that its settings, signals and exit code are exactly the gateway's. */
function runGateway(): Promise<number> {
  const gateway = spawn(process.execPath, [...GATEWAY_NODE_OPTIONS, fileURLToPath(GATEWAY)], {
    // The gateway sees the channel close when this process has died.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...GATEWAY_ENVIRONMENT },
  });
  for (const signal of SIGNALS) {
    process.on(signal, () => gateway.kill(signal));
  }
  onOrphaned(() => gateway.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    gateway.on('error', reject);
    gateway.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
}

keepFilesPrivate();
const addresses = readAddresses(process.env);
try {
  process.exitCode = await (addresses.live ? runGateway() : runSandbox(addresses));
} catch (error) {
  process.exitCode = fail(operatorAdvice(error) ?? (error as Error).message);
}
