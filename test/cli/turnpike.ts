/**
 * The operator's command line beside the gateway whose folder it is given: in this process, or as a process of its own.
 */
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

/** @param folder DATA_DIR of the gateway @param env more of its settings */
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

/** The same as an operator runs it: where what the process itself does is looked at, and not what the command does. */
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
 * The bytes of every file below the folder, read by a process of its own: a process that closes a file lets go of its
 * own locks on it, and the gateway of these tests is in ours.
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
