/** The files that were built beside the payer's pages. */
import { fileURLToPath } from 'node:url';
import { built } from '../built.ts';
import { type BuiltScript, builtScripts } from '../http/index.ts';
import { requireBuilt } from '../page-rendering/index.ts';
import type { Store } from '../store/index.ts';

/** Scripts and the icon. */
export const assetsFolder = (): string => fileURLToPath(built('client'));

/** What merchants' pages load, and what runs in its frames. */
export const merchantScriptsFolder = (): string => fileURLToPath(built('merchant-scripts'));

/**
 * The scripts of merchants' pages, kept by their content: a page that names one has it still when this gateway has
 * another in its place.
 *
 * @throws Error when the pages were not built
 */
export async function keptScripts(
  { merchantScripts }: Pick<Store, 'merchantScripts'>,
  now: number,
): Promise<readonly BuiltScript[]> {
  const folder = merchantScriptsFolder();
  requireBuilt(folder);
  const scripts = builtScripts(folder);
  await Promise.all(scripts.map(({ pin, file, content }) => merchantScripts.keep(pin, { file, content }, now)));
  return scripts;
}
