/** The operator's command line as an operator runs it: a process of its own, beside the gateway whose folder it is given. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** @param folder DATA_DIR of the gateway @param env more of its settings */
export function turnpike(folder: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const settings = { ...process.env, DATA_DIR: folder, ...env };
    execFile(process.execPath, [CLI, ...args], { env: settings }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

const READ_ALL = `
  const { readdirSync, readFileSync } = require('node:fs');
  for (const entry of readdirSync(process.argv[1], { recursive: true, withFileTypes: true }))
    if (entry.isFile()) process.stdout.write(readFileSync(require('node:path').join(entry.parentPath, entry.name)));
`;
const BYTES_MAX = 256 * 1_024 * 1_024;

/**
 * The bytes of every file below the folder, read by a process of its own: a process that closes a file lets go of its own locks on it,
 * and the gateway of these tests is in ours.
 */
export function bytesBelow(folder: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', maxBuffer: BYTES_MAX } as const;
    execFile(process.execPath, ['-e', READ_ALL, folder], options, (error, out) => {
      if (error === null) resolve(out);
      else reject(error);
    });
  });
}
