/** Checks the plugins' JavaScript against the types of the shop systems, which are installed for their tests only. */
import { execFile } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/lib/project.mjs';

const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const OPTIONS = {
  ...{ target: 'es2023', lib: ['es2023'], module: 'nodenext', types: ['node'] },
  ...{ allowJs: true, checkJs: true, noEmit: true, strict: true, preserveSymlinks: true },
  // The declarations of the shop systems' own packages do not compile under strict settings.
  skipLibCheck: true,
};

/**
 * @param shop the folder where the shop system is installed
 * @param name the plugin's folder
 * @param change writes a mistake into its copy
 * @returns the compiler's problems with the plugin's sources
 */
export async function pluginTypeProblems(
  shop: string,
  name: string,
  change: (copy: string) => void = () => undefined,
): Promise<string> {
  // The compiler takes sources below `node_modules` for those of others, and does not check them.
  const copy = join(shop, 'checked');
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(ROOT, 'packages', name, 'src'), join(copy, 'src'), { recursive: true });
  cpSync(join(ROOT, 'packages', name, 'package.json'), join(copy, 'package.json'));
  change(join(copy, 'src'));
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, include: ['src'] }));
  try {
    await promisify(execFile)(process.execPath, [COMPILER, '-p', copy]);
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}
