/** The operator's command line beside the gateway of the given folder: in this process, or as a separate process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../src/cli/run-command.ts';
import { requireIsoTimes } from '../support/iso-times.ts';

const CLI = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type Run = (folder: string, args: readonly string[], env?: Record<string, string>) => Promise<Ran>;

const settings = (folder: string, env: Record<string, string>) => ({ ...process.env, DATA_DIR: folder, ...env });

/** @param folder DATA_DIR of the gateway @param env further settings */
export const turnpike: Run = async (folder, args, env = {}) => {
  let out = '';
  let err = '';
  const code = await runCommand(args, {
    env: settings(folder, env),
    stdout: (text) => {
      out += `${text}\n`;
    },
    stderr: (text) => {
      err += `${text}\n`;
    },
  });
  requireIsoTimes([out, err]);
  return { code, out, err };
};

/** The same as a separate process, for tests of the process itself instead of the command. */
export const turnpikeProcess: Run = (folder, args, env = {}) =>
  new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { env: settings(folder, env) }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });

const READ_ALL = `
  const { readdirSync, readFileSync } = require('node:fs');
  for (const entry of readdirSync(process.argv[1], { recursive: true, withFileTypes: true }))
    if (entry.isFile()) process.stdout.write(readFileSync(require('node:path').join(entry.parentPath, entry.name)));
`;
const BYTES_MAX = 256 * 1_024 * 1_024;

/**
 * The bytes of every file below the folder, read by a separate process: a process that closes a file releases its own
 * locks on it, and the gateway of these tests is in ours.
 */
export function bytesBelow(folder: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', maxBuffer: BYTES_MAX } as const;
    execFile(process.execPath, ['-e', READ_ALL, folder], options, (error, out) => {
      if (error === null) {
        resolve(out);
      } else {
        reject(error);
      }
    });
  });
}
