/** The files that were built beside the payer's pages. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuiltScript, builtScripts } from '../http/index.ts';
import { requireBuilt } from '../page-rendering/index.ts';
import type { Store } from '../store/index.ts';

const BUILT = fileURLToPath(new URL('../../dist', import.meta.url));

/** Scripts and the icon. */
export const ASSETS = join(BUILT, 'client');

/** What merchants' pages load, and what runs in its frames. */
export const MERCHANT_SCRIPT_FILES = join(BUILT, 'merchant-scripts');

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
  requireBuilt(MERCHANT_SCRIPT_FILES);
  const built = builtScripts(MERCHANT_SCRIPT_FILES);
  await Promise.all(built.map(({ pin, file, content }) => merchantScripts.keep(pin, { file, content }, now)));
  return built;
}
