/** The payer's pages as Astro built them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RenderPage } from '../http/index.ts';

const BUILT = fileURLToPath(new URL('../../dist', import.meta.url));

/** Script, style, icon. */
export const ASSETS = join(BUILT, 'client');

/** @throws Error when the pages were not built */
export async function builtPages(): Promise<RenderPage> {
  const entry = join(BUILT, 'server', 'entry.mjs');
  if (!existsSync(entry)) {
    throw new Error('The pages are not built: run npm run build.');
  }
  const { render } = (await import(entry)) as { render: RenderPage };
  return render;
}
