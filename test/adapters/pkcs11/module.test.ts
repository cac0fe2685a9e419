/** The process that loads a PKCS #11 library, as the operating system sees it. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const MODULE = new URL('../../../src/adapters/pkcs11/helper/module.ts', import.meta.url).href;
const PR_GET_DUMPABLE = 3;
const FLAGS = ['--permission', '--allow-ffi', '--allow-fs-read=*', '--input-type=module', '-'];

it.runIf(process.platform === 'linux')('leaves no core dump when the library crashes', () => {
  const program = `
    import { dlopen } from 'node:ffi';
    import { loadModule } from ${JSON.stringify(MODULE)};
    const { functions } = dlopen(null, { prctl: { return: 'int32', arguments: ['int32', 'uint64'] } });
    const before = functions.prctl(${PR_GET_DUMPABLE}, 0n);
    const problem = await loadModule('/nowhere/lib.so').catch(({ kind }) => kind);
    process.stdout.write([before, problem, functions.prctl(${PR_GET_DUMPABLE}, 0n)].join());`;
  const { stdout } = spawnSync(process.execPath, FLAGS, { input: program });
  expect(`${stdout}`).toBe('1,AWAY,0');
});
