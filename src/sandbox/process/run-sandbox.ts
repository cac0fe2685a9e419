/** The sandbox's process: prepares its folder, starts the sandbox, and stops it on a signal. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { onOrphaned } from '../../platform/orphaned.ts';
import { keepFilesPrivate, privateDataFolder, privateFolder } from '../../platform/private-files.ts';
import { type OpenSandbox, openSandbox } from './open-sandbox.ts';
import { type Environment, readSandboxSettings, type SandboxSettings } from './sandbox-settings.ts';

const log = pino({
  name: 'sandbox',
  level: process.env.LOG_LEVEL || 'info',
  // The time has the format of the gateway's log, because people read both logs together.
  timestamp: pino.stdTimeFunctions.isoTime,
});

function start(settings: SandboxSettings): Promise<OpenSandbox> {
  const folder = join(settings.dataDir, 'sandbox');
  mkdirSync(folder, { recursive: true });
  const narrowed = privateDataFolder(settings.dataDir);
  if (narrowed !== undefined) {
    log.warn(narrowed);
  }
  privateFolder(folder);
  return openSandbox(settings, log);
}

function stopOn({ close }: OpenSandbox): void {
  let stopping = false;
  const stop = async () => {
    // A terminal and a supervisor may both send the signal.
    if (stopping) {
      return;
    }
    stopping = true;
    try {
      await close();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'The sandbox did not stop cleanly');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, stop);
  }
  onOrphaned(() => void stop());
}

/** @throws Error with a message of one line if the sandbox cannot start */
export async function runSandbox(env: Environment): Promise<void> {
  keepFilesPrivate();
  stopOn(await start(readSandboxSettings(env)));
}
