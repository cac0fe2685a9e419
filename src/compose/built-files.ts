/** The build's files besides the payer's pages. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Store } from '../adapters/store/index.ts';
import { type BuiltScript, builtScripts } from '../http/index.ts';
import { builtFile } from '../web/built-file.ts';
import { requireBuilt } from '../web/rendering/index.ts';

/** Scripts and the icon. */
export const assetsFolder = (): string => fileURLToPath(builtFile('client'));

/** Scripts for merchants' pages and their frames. */
export const merchantScriptsFolder = (): string => fileURLToPath(builtFile('merchant-scripts'));

/** The guides, rendered and compressed. Read at the start: a later build may remove the file. */
export const readGuides = (): Promise<Uint8Array> => readFile(builtFile('guides.json.gz'));

/**
 * Stores the scripts of merchants' pages by their content, so that a page that names one keeps working after an upgrade
 * of this gateway.
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
