/** Faults of a vendor's library in the helper process, simulated by small programs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { SignIns } from '../../../src/adapters/pkcs11/sign-ins.ts';
import { pkcs11Key } from '../../../src/adapters/pkcs11/token-key.ts';
import { type KeyService, KeyServiceError } from '../../../src/adapters/vault/index.ts';

const URI = 'pkcs11:token=T;object=o?module-path=/m.so&pin-value=8642';
const folder = mkdtempSync(join(tmpdir(), 'turnpike-helper-'));
const opened: KeyService[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((key) => key.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns a program in place of the helper */
function helperOf(name: string, answer: string): string {
  const main = join(folder, `${name}.mjs`);
  writeFileSync(
    main,
    `const answer = (q, n) => { ${answer} };
     let n = 0;
     process.on('message', (q) => { n += 1; const a = answer(q, n); if (a) process.send({ question: q.question, ...a }); });`,
  );
  return main;
}

/** @param answers by request: the body of a function of the request */
function keyOf(
  name: string,
  answer: string,
  { msMax = 20_000, mustStay = false, env = {}, uri = URI, signIns = new SignIns() } = {},
): KeyService {
  const main = helperOf(name, answer);
  let time = 0;
  // Each reading of the clock is a minute later, so that every call may retry.
  const monotonic = () => {
    time += 60_000;
    return time;
  };
  const key = pkcs11Key(uri, { mustStay, env, signIns, monotonic, helper: { main, msMax } });
  opened.push(key);
  return key;
}

const problemOf = (key: KeyService) =>
  key.open().then(
    () => 'none',
    (error: Error) => (error instanceof KeyServiceError ? error.message : `another: ${error.message}`),
  );

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const OPENED = (id: string, canLeave = false) => `{ opened: { id: '${id}', canLeave: ${canLeave} } }`;

it('a crash is logged in one line, and the next call starts another process', async () => {
  const key = keyOf(
    'crash',
    `if (q.do === 'wrap') process.kill(process.pid, 'SIGSEGV'); else return ${OPENED('aaaaaaaa')};`,
  );
  expect(await problemOf(key)).toBe('none');
  await expect(key.wrap(Buffer.alloc(32), 'place')).rejects.toThrow(
    'TURNPIKE_KEYS: the key o of the token T cannot be used: its module has ended its process (SIGSEGV).',
  );
  expect(await problemOf(key)).toBe('none');
});

it('a helper that hangs is killed, and its call fails', async () => {
  const key = keyOf('hang', 'for (;;) {}', { msMax: 300 });
  expect(await problemOf(key)).toMatch(/: no answer within 0\.3 s\.$/);
});

it('a helper that does not exit after a failure is killed when another replaces it', async () => {
  const problem = `{ problem: { kind: 'AWAY', text: 'process ' + process.pid } }`;
  const key = keyOf(
    'stays',
    `setInterval(() => undefined, 1_000); return q.do === 'wrap' ? ${problem} : ${OPENED('aaaaaaaa')};`,
  );
  expect(await problemOf(key)).toBe('none');
  const error = await key.wrap(Buffer.alloc(32), 'place').catch((one: Error) => one);
  const [, pid] = /process (\d+)/.exec(`${error}`) ?? [];
  expect(await problemOf(key)).toBe('none');
  await expect.poll(() => isThere(Number(pid))).toBe(false);
});

it('an extractable key is refused in live mode alone', async () => {
  const answer = `return ${OPENED('aaaaaaaa', true)};`;
  expect(await problemOf(keyOf('leaves', answer))).toBe('none');
  expect(await problemOf(keyOf('leaves-live', answer, { mustStay: true }))).toBe(
    'the key o of the token T can leave its token: live mode takes one that is CKA_SENSITIVE and not CKA_EXTRACTABLE.',
  );
});

it('another key of the same name is refused once the first was opened', async () => {
  const id = `process.pid.toString(16).padStart(8, '0')`;
  const key = keyOf('other', `if (q.do === 'wrap') process.exit(); return { opened: { id: ${id}, canLeave: false } };`);
  expect(await problemOf(key)).toBe('none');
  await key.wrap(Buffer.alloc(32), 'place').catch(() => undefined);
  expect(await problemOf(key)).toMatch(/^the key o of the token T is another one than before: it was [0-9a-f]{8}, and/);
});

it('a helper gets the given environment, and no variable of the gateway’s', async () => {
  process.env.TURNPIKE_TEST_SECRET = 'a password';
  try {
    const names = `Object.keys(process.env).filter((n) => n !== 'NODE_CHANNEL_FD' && !n.startsWith('NODE_CHANNEL_')).sort().join()`;
    const key = keyOf(
      'environment',
      `return { problem: { kind: 'AWAY', text: ${names} + process.argv.slice(2).join() } };`,
      {
        env: { HOME: '/home/x' },
      },
    );
    expect(await problemOf(key)).toBe('TURNPIKE_KEYS: the key o of the token T cannot be used: HOME.');
  } finally {
    delete process.env.TURNPIKE_TEST_SECRET;
  }
});

it('a PIN refused for one key is not tried for the next one', async () => {
  const signIns = new SignIns();
  const refused = `return { problem: { kind: 'REFUSED', text: 'refused process ' + process.pid } };`;
  const keys = ['o', 'p', 'q'].map((object) =>
    keyOf('refused', refused, { uri: URI.replace('object=o', `object=${object}`), signIns }),
  );
  const problems = await Promise.all(keys.map(problemOf));
  expect(problems.map((one) => /the key (\w)/.exec(one)?.[1])).toEqual(['o', 'p', 'q']);
  expect(new Set(problems.map((one) => /refused process \d+/.exec(one)?.[0])).size).toBe(1);
  // Another PIN is another attempt.
  const other = keyOf('refused', refused, { uri: URI.replace('8642', '9753'), signIns });
  expect(/refused process \d+/.exec(await problemOf(other))?.[0]).not.toBe(
    /refused process \d+/.exec(problems.join())?.[0],
  );
});

it('keys of one PIN sign in one after the other, also after one that does not answer', async () => {
  const signIns = new SignIns();
  const away = keyOf('one-away', `return { problem: { kind: 'AWAY', text: 'away' } };`, { signIns });
  const there = keyOf('one-there', `return ${OPENED('aaaaaaaa')};`, { signIns });
  expect(await Promise.all([problemOf(away), problemOf(there)])).toEqual([
    'TURNPIKE_KEYS: the key o of the token T cannot be used: away.',
    'none',
  ]);
});

it('a failure to start a process is logged in one line, and the next call starts one', async () => {
  const env: Record<string, string> = { BROKEN: '\0' };
  const key = keyOf('refused-by-the-system', `return ${OPENED('aaaaaaaa')};`, { env });
  expect(await problemOf(key)).toMatch(/^TURNPIKE_KEYS: the key o .* cannot be used: its process does not start/);
  delete env.BROKEN;
  expect(await problemOf(key)).toBe('none');
});

it('a gateway without a free file descriptor keeps running, and reaches the key once it has one', () => {
  const main = helperOf('no-descriptor', `return ${OPENED('aaaaaaaa')};`);
  const program = join(folder, 'full.mjs');
  const source = (name: string) =>
    JSON.stringify(new URL(`../../../src/adapters/pkcs11/${name}`, import.meta.url).href);
  writeFileSync(
    program,
    `import { closeSync, openSync } from 'node:fs';
     import { SignIns } from ${source('sign-ins.ts')};
     import { pkcs11Key } from ${source('token-key.ts')};
     let time = 0;
     const monotonic = () => (time += 60_000);
     const helper = { main: ${JSON.stringify(main)}, msMax: 20_000 };
     const key = pkcs11Key('${URI}', { mustStay: false, env: {}, signIns: new SignIns(), monotonic, helper });
     const open = () => key.open().then(() => 'opened', (error) => error.constructor.name + ': ' + error.message);
     const held = [];
     try { for (;;) held.push(openSync('/dev/null')); } catch {}
     const full = await open();
     held.map(closeSync);
     process.stdout.write(full + '\\n' + await open());
     await key.close();`,
  );
  const { status, stdout } = spawnSync('sh', ['-c', 'ulimit -n 100; exec "$0" "$1"', process.execPath, program]);
  expect([status, `${stdout}`.split('\n')]).toEqual([
    0,
    [
      expect.stringMatching(
        /^KeyServiceError: TURNPIKE_KEYS: the key o of the token T cannot be used: its process does/,
      ),
      'opened',
    ],
  ]);
});
