/** Software tokens, by SoftHSM: a folder for each, with AES keys. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** `scripts/lib/softhsm.mjs` sets it; the default is Debian's. Undefined if there is none. */
export const SOFTHSM = [process.env.SOFTHSM2_MODULE || '/usr/lib/softhsm/libsofthsm2.so'].find((file) =>
  existsSync(file),
);

const run = promisify(execFile);
export const PIN = '47 11,ß';

export interface SoftToken {
  readonly folder: string;
  /** The variables by which a process finds the token. */
  readonly env: Readonly<Record<'PKCS11_ENV' | 'SOFTHSM2_CONF', string>>;
  readonly pinFile: string;
  /** Another token beside the first. */
  add(label: string): Promise<void>;
  /** A new AES key of this many bytes. */
  key(token: string, object: string, id: string, bytes?: number): Promise<void>;
  /** @param query replaces the module's own path and the PIN's file */
  uri(token: string, object: string, query?: Readonly<Record<string, string>>): string;
  /** Removes all tokens, as if they were pulled out, and puts them back. */
  pull(): Promise<void>;
  putBack(): Promise<void>;
  remove(): Promise<void>;
}

/** Encodes all characters except RFC 3986's unreserved ones. */
const encoded = (text: string) => encodeURIComponent(text).replaceAll("'", '%27');

/** @param label of its first token */
export async function softToken(label: string): Promise<SoftToken> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-token-'));
  const [conf, tokens, pinFile] = [join(folder, 'softhsm2.conf'), join(folder, 'tokens'), join(folder, 'pin')];
  await mkdir(tokens);
  await writeFile(conf, `directories.tokendir = ${tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`);
  await writeFile(pinFile, `${PIN}\n`, { mode: 0o600 });
  const env = { PKCS11_ENV: 'SOFTHSM2_CONF', SOFTHSM2_CONF: conf };
  const util = (...args: string[]) => run('softhsm2-util', args, { env: { ...process.env, ...env } });
  const add = async (name: string) => {
    await util('--init-token', '--free', '--label', name, '--pin', PIN, '--so-pin', '12345678');
  };
  await add(label);
  return {
    folder,
    env,
    pinFile,
    add,
    async key(token, object, id, bytes = 32) {
      const file = join(folder, `${object}.key`);
      // The importing tool stops at a zero byte.
      await writeFile(file, randomBytes(bytes).toString('base64url').slice(0, bytes));
      await util('--import', file, '--aes', '--token', token, '--pin', PIN, '--label', object, '--id', id);
      await rm(file);
    },
    uri(token, object, query = {}) {
      const how = { 'module-path': SOFTHSM ?? '', ...(!('pin-value' in query) && { 'pin-source': `file:${pinFile}` }) };
      const parts = Object.entries({ ...how, ...query }).map(([name, value]) => `${name}=${encoded(value)}`);
      return `pkcs11:token=${encoded(token)};object=${encoded(object)}?${parts.join('&')}`;
    },
    async pull() {
      await mkdir(join(folder, 'pulled'), { recursive: true });
      for (const name of await readdir(tokens)) {
        await rename(join(tokens, name), join(folder, 'pulled', name));
      }
    },
    async putBack() {
      for (const name of await readdir(join(folder, 'pulled'))) {
        await rename(join(folder, 'pulled', name), join(tokens, name));
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
