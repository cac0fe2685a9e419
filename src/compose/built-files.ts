/** The files of the build other than the payer's pages. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Store } from '../adapters/store/index.ts';
import { type BuiltScript, builtScripts } from '../http/index.ts';
import { builtFile } from '../web/built-file.ts';
import { requireBuilt } from '../web/rendering/index.ts';

/** The folder with the scripts of the payer's pages and the icon. */
export const assetsFolder = (): string => fileURLToPath(builtFile('client'));

/** The folder with the scripts for merchants' pages and their frames. */
export const merchantScriptsFolder = (): string => fileURLToPath(builtFile('merchant-scripts'));

/** The guides, rendered and compressed. Call it at the start, because a later build may remove the file. */
export const readGuides = (): Promise<Uint8Array> => readFile(builtFile('guides.json.gz'));

/**
 * Stores the scripts of merchants' pages by their content, so that a page that names a script by its hash works after
 * an upgrade of this gateway.
 *
 * @throws Error if the pages are not built
 */
export async function storeScripts(
  { merchantScripts }: Pick<Store, 'merchantScripts'>,
  now: number,
): Promise<readonly BuiltScript[]> {
  const folder = merchantScriptsFolder();
  requireBuilt(folder);
  const scripts = builtScripts(folder);
  await Promise.all(scripts.map(({ pin, file, content }) => merchantScripts.keep(pin, { file, content }, now)));
  return scripts;
}
