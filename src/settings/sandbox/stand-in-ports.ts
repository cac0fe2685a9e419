/**
 * Where the sandbox's banks and directory servers listen while `npm start` runs. Its two processes are told by their
 * environment; a command in another terminal has none of it, and reads a file.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptSecretIn } from '../kept-secret.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const LINE = /^(SANDBOX_BANKS_PORT|SANDBOX_3DS_PORT)=(\d{1,5})$/gm;

const fileIn = (dataDir: string): string => join(dataDir, 'sandbox', 'stand-in-ports');

/** @param ports by setting @returns forgets them */
export function noteStandInPorts(dataDir: string, ports: Readonly<Record<string, string>>): () => void {
  const file = fileIn(dataDir);
  mkdirSync(join(dataDir, 'sandbox'), { recursive: true, mode: 0o700 });
  const lines = Object.entries(ports).map(([setting, port]) => `${setting}=${port}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/**
 * @returns the environment with the ports that `npm start` has noted, where it sets none and is not a live gateway's
 */
export function withStandInPorts(env: Environment): Environment {
  const mode = env.TURNPIKE_MODE || (env.NODE_ENV === 'production' ? 'live' : 'sandbox');
  const noted = mode === 'live' ? '' : notedIn(env.DATA_DIR || 'data');
  const ports = [...noted.matchAll(LINE)].map(([, setting = '', port]) => [setting, env[setting] || port]);
  return { ...env, ...Object.fromEntries(ports) };
}

/** Where it cannot be read, a command goes on without: one that needs the folder says so itself. */
function notedIn(dataDir: string): string {
  try {
    return keptSecretIn(fileIn(dataDir)) ?? '';
  } catch {
    return '';
  }
}
