/**
 * Reads settings from files, so that secrets need not be in the environment: each file in the folder
 * `CREDENTIALS_DIRECTORY` whose name is that of a setting holds its value. systemd sets this variable for
 * `LoadCredential=`; containers set it to the folder of their secrets.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Other files, such as `tls.key`, are used by the settings that name them. */
const SETTING = /^[A-Z][A-Z0-9_]*$/;
/** Many keys in a row have a tenth of this. */
const FILE_BYTES_MAX = 64 * 1024;

/**
 * @returns the environment, and settings from files that it lacks; a new line at the end of a file is not part of the
 * value
 * @throws Error with one line that names the file and contains no part of it
 */
export function withCredentials(env: Environment): Environment {
  const folder = env.CREDENTIALS_DIRECTORY;
  if (!folder) {
    return env;
  }
  const names = read(folder, () => readdirSync(folder)).filter((name) => SETTING.test(name));
  const absent = names.filter((name) => !env[name]);
  return { ...env, ...Object.fromEntries(absent.map((name) => [name, valueIn(join(folder, name), name)])) };
}

function valueIn(file: string, name: string): string {
  if (read(file, () => statSync(file).size) > FILE_BYTES_MAX) {
    throw new Error(`${file} is too large: a setting has at most ${FILE_BYTES_MAX} bytes.`);
  }
  const value = read(file, () => readFileSync(file, 'utf8')).replace(/\r?\n$/, '');
  if (/[\r\n]/.test(value)) {
    throw new Error(
      `${file} has several lines, and a setting has one: give a PEM file a name in small letters, and its path in ${name}.`,
    );
  }
  return value;
}

function read<T>(path: string, reading: () => T): T {
  try {
    return reading();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const user = process.getuid?.() ?? 'of this process';
    throw new Error(
      `${path}, in CREDENTIALS_DIRECTORY, cannot be read (${code}): it must exist, and user ${user} must have the right to read it.`,
    );
  }
}
