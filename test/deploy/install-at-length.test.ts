/**
 * `install.sh` in real folders, with archives whose Node only notes its calls: installation, upgrade, the return to the
 * version before, and the script killed before each of its commands.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url));
const PROCESSOR = process.arch;
/** The commands of the script that change something. */
const COMMANDS = ['chmod', 'cp', 'ln', 'mkdir', 'mv', 'rm', 'tar'];

/** Refuses to migrate while a file `refuse` lies beside its log. */
const NODE = `#!/bin/sh
echo "VERSION $*" >>"$CALLS"
case "$*" in *migrate) [ ! -e "$CALLS.refuse" ] || { echo 'The database is newer than this program.' >&2; exit 1; } ;; esac
`;
/** Kills the script before the command of the number in CUT. */
const CUTTING = `#!/bin/sh
number=$(($(cat "$COUNT") + 1))
echo $number >"$COUNT"
[ $number != "$CUT" ] || { kill -9 $PPID; exit 1; }
PATH=\${PATH#*:} exec NAME "$@"
`;

/** More than sixty runs of the script. */
const CUTS_MS_MAX = 300_000;

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-install-'));
  root = join(folder, 'root');
});

function writeProgram(file: string, text: string): void {
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

/** @returns the folder of a release */
function release(version: string): string {
  const at = join(folder, `release-${version}`);
  const name = `turnpike-${version}`;
  const bin = join(at, name, 'bin');
  mkdirSync(bin, { recursive: true });
  cpSync(DEPLOY, join(at, name, 'deploy'), { recursive: true });
  appendFileSync(join(at, name, 'deploy/systemd/turnpike.service'), `# ${version}\n`);
  writeProgram(join(bin, 'node'), NODE.replace('VERSION', version));
  cpSync(join(DEPLOY, 'install', 'turnpike'), join(bin, 'turnpike'));
  const archive = `${name}-linux-${PROCESSOR}.tar.gz`;
  spawnSync('tar', ['-C', at, '-czf', join(at, archive), name]);
  rmSync(join(at, name), { recursive: true });
  cpSync(join(DEPLOY, 'install', 'install.sh'), join(at, 'install.sh'));
  const sum = createHash('sha256')
    .update(readFileSync(join(at, archive)))
    .digest('hex');
  writeFileSync(join(at, 'SHA256SUMS'), `${sum}  ${archive}\n`);
  return at;
}

function install(at: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync('sh', [join(at, 'install.sh'), '--root', root, ...args], {
    encoding: 'utf8',
    env: { ...process.env, CALLS: join(folder, 'calls'), ...env },
  });
  return { status, stdout, stderr };
}

const target = (link: string) => readlinkSync(join(root, 'opt', 'turnpike', link));
const UNIT = 'usr/local/lib/systemd/system/turnpike.service';
/** The version at the end of the unit. */
const versionOfUnit = () => readFileSync(join(root, UNIT), 'utf8').trimEnd().split(' ').at(-1);
const calls = () => readFileSync(join(folder, 'calls'), 'utf8');
const settings = () =>
  ['turnpike.env', 'credentials/TURNPIKE_KEYS', 'credentials/DATABASE_URL'].map((name) =>
    readFileSync(join(root, 'etc', 'turnpike', name), 'utf8'),
  );
const writeStore = (text: string) => writeFileSync(join(root, 'var/lib/turnpike/turnpike.db'), text);
const storeCopy = () => readFileSync(join(root, 'var/lib/turnpike/before-1.1.0/turnpike.db'), 'utf8');

it('a first installation writes the version, settings with a new key, the command and the unit', () => {
  const { status, stdout } = install(release('1.0.0'));
  expect({ status, last: stdout.split('\n').at(-2) }).toEqual({ status: 0, last: '  4. turnpike doctor' });
  expect(target('current')).toBe('1.0.0');
  const [env = '', key = '', url] = settings();
  expect(env).toContain('TURNPIKE_MODE=live\n');
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(url).toBe(`sqlite:${root}/var/lib/turnpike/turnpike.db\n`);
  expect(readlinkSync(join(root, 'usr/local/bin/turnpike'))).toBe('/opt/turnpike/current/bin/turnpike');
});

// `systemctl enable` follows a link to the folder of one version, which an upgrade does not change.
it('the unit is a file of its own, and that of the current version', () => {
  const newer = release('1.1.0');
  install(release('1.0.0'));
  expect([lstatSync(join(root, UNIT)).isFile(), versionOfUnit()]).toEqual([true, '1.0.0']);
  install(newer);
  expect([lstatSync(join(root, UNIT)).isFile(), versionOfUnit()]).toEqual([true, '1.1.0']);
  install(newer, ['back']);
  expect(versionOfUnit()).toBe('1.0.0');
});

it('a unit that systemctl enable linked to the folder of one version gives way to that of the current one', () => {
  install(release('1.0.0'));
  const units = join(root, 'etc/systemd/system');
  const links = ['turnpike.service', 'multi-user.target.wants/turnpike.service'].map((name) => join(units, name));
  mkdirSync(join(units, 'multi-user.target.wants'), { recursive: true });
  for (const link of links) {
    symlinkSync('/opt/turnpike/1.0.0/deploy/systemd/turnpike.service', link);
  }
  install(release('1.1.0'));
  expect(links.map((link) => lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink())).toEqual([undefined, true]);
  expect(readlinkSync(links[1] as string)).toBe(`/${UNIT}`);
});

it("an operator's own unit stays", () => {
  install(release('1.0.0'));
  const own = join(root, 'etc/systemd/system/turnpike.service');
  mkdirSync(join(root, 'etc/systemd/system'), { recursive: true });
  writeFileSync(own, '[Unit]\n');
  install(release('1.1.0'));
  expect(readFileSync(own, 'utf8')).toBe('[Unit]\n');
});

it('the first installation of a sandbox needs no more settings', () => {
  const { status, stdout } = install(release('1.0.0'), ['--sandbox']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/Done: 1\.0\.0 is installed\. Next: .*turnpike start\n$/);
  expect(settings()[0]).toBe('TURNPIKE_MODE=sandbox\n');
  const dropIn = join(root, 'etc/systemd/system/turnpike.service.d/sandbox.conf');
  expect(readlinkSync(dropIn)).toBe('/opt/turnpike/current/deploy/systemd/sandbox.conf');
});

it('a dry run prints the steps and changes nothing', () => {
  const { status, stdout } = install(release('1.0.0'), ['--dry-run']);
  expect(status).toBe(0);
  expect(stdout).toContain(`Unpacking to ${root}/opt/turnpike/1.0.0.\n`);
  expect(existsSync(root)).toBe(false);
});

it('an archive with another checksum is refused', () => {
  const at = release('1.0.0');
  writeFileSync(join(at, `turnpike-1.0.0-linux-${PROCESSOR}.tar.gz`), 'x');
  expect(install(at)).toMatchObject({ status: 1, stderr: expect.stringContaining('does not have the checksum') });
});

describe('after a first installation', () => {
  let older: string;
  let newer: string;
  beforeEach(() => {
    older = release('1.0.0');
    newer = release('1.1.0');
    install(older);
    writeStore('older');
  });

  it.each([
    ['an absolute path', (at: string) => join(at, 'elsewhere/shop.db')],
    ['a path from the folder of the data', () => 'shop.db'],
  ])('an upgrade copies the store at %s of the setting', (_, pathIn) => {
    const data = join(root, 'var/lib/turnpike');
    const file = pathIn(data);
    mkdirSync(join(data, 'elsewhere'), { recursive: true });
    writeFileSync(resolve(data, file), 'moved');
    writeFileSync(join(root, 'etc/turnpike/credentials/DATABASE_URL'), `sqlite:${file}\n`);
    expect(install(newer).status).toBe(0);
    expect(readdirSync(join(data, 'before-1.1.0'))).toEqual(['shop.db']);
    expect(readFileSync(join(data, 'before-1.1.0/shop.db'), 'utf8')).toBe('moved');
  });

  it('an upgrade copies the store, migrates, keeps the settings, and leads back', () => {
    const before = settings();
    expect(install(newer).status).toBe(0);
    expect([target('current'), target('previous'), storeCopy()]).toEqual(['1.1.0', '1.0.0', 'older']);
    expect(settings()).toEqual(before);
    expect(calls()).toMatch(/^1\.1\.0 .*migrate$/m);
    expect(install(newer).stdout).toContain('Done: 1.1.0 is the current version already.');
    expect(install(newer, ['back']).stdout).toContain('Done: 1.0.0 is the current version again.');
    expect([target('current'), target('previous')]).toEqual(['1.0.0', '1.1.0']);
  });

  it('a version that cannot use the database does not become the current one', () => {
    install(newer);
    writeFileSync(join(folder, 'calls.refuse'), '');
    const { status, stderr } = install(newer, ['back']);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /newer than this program\.\ninstall\.sh: 1\.0\.0 cannot use the database, so 1\.1\.0/,
      ),
    });
    expect(target('current')).toBe('1.1.0');
  });

  it('without a version before the current one there is nothing to return to', () => {
    expect(install(older, ['back'])).toMatchObject({
      status: 1,
      stderr: 'install.sh: there is no version before the current one.\n',
    });
  });

  it('an upgrade that is killed before any of its commands is completed by the next run', {
    timeout: CUTS_MS_MAX,
  }, () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    for (const name of COMMANDS) {
      writeProgram(join(bin, name), CUTTING.replace('NAME', name));
    }
    const before = settings();
    const start = join(folder, 'start');
    cpSync(root, start, { recursive: true, verbatimSymlinks: true });
    let cuts = 0;
    for (let isCut = true; isCut; ) {
      rmSync(root, { recursive: true });
      cpSync(start, root, { recursive: true, verbatimSymlinks: true });
      writeFileSync(join(folder, 'count'), '0\n');
      const env = { PATH: `${bin}:${process.env.PATH}`, COUNT: join(folder, 'count'), CUT: `${cuts + 1}` };
      isCut = install(newer, [], env).status !== 0;
      cuts += isCut ? 1 : 0;
      if (isCut) {
        // The store that a cut upgrade may have migrated must not replace the copy of the one before.
        if (existsSync(join(root, 'var/lib/turnpike/before-1.1.0'))) {
          writeStore('migrated');
        }
        expect({ cuts, ...install(newer) }).toMatchObject({ cuts, status: 0 });
      }
      expect([target('current'), target('previous'), storeCopy()]).toEqual(['1.1.0', '1.0.0', 'older']);
      expect([settings(), versionOfUnit()]).toEqual([before, '1.1.0']);
      expect(readdirSync(join(root, 'opt', 'turnpike')).sort()).toEqual([
        '.lock',
        '1.0.0',
        '1.1.0',
        'current',
        'previous',
      ]);
    }
    expect(cuts).toBeGreaterThan(15);
  });
});
