/**
 * The ports of the sandbox's banks and directory servers while `npm start` runs. `npm start` passes the ports to its
 * two processes in the environment; a command in another terminal reads them from a file.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSecret } from '../stored-secret.ts';
import { namedMode } from './named-mode.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const LINE = /^(SANDBOX_BANKS_PORT|SANDBOX_3DS_PORT)=(\d{1,5})$/gm;

const fileIn = (dataDir: string): string => join(dataDir, 'sandbox', 'stand-in-ports');

/**
 * @param ports the ports by the names of their settings
 * @returns a function that removes the file
 */
export function noteSimulatorPorts(dataDir: string, ports: Readonly<Record<string, string>>): () => void {
  const file = fileIn(dataDir);
  mkdirSync(join(dataDir, 'sandbox'), { recursive: true, mode: 0o700 });
  const lines = Object.entries(ports).map(([setting, port]) => `${setting}=${port}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/**
 * @returns the environment, to which the ports that `npm start` has stored are added unless it already sets them;
 *   unchanged outside sandbox mode
 */
export function withSimulatorPorts(env: Environment): Environment {
  const noted = namedMode(env) === 'sandbox' ? notedIn(env.DATA_DIR || 'data') : '';
  const ports = [...noted.matchAll(LINE)].map(([, setting = '', port]) => [setting, env[setting] || port]);
  return { ...env, ...Object.fromEntries(ports) };
}

/**
 * Returns the content of the file; empty if it cannot be read. A command that needs the folder reports the error
 * itself.
 */
function notedIn(dataDir: string): string {
  try {
    return readSecret(fileIn(dataDir)) ?? '';
  } catch {
    return '';
  }
}
