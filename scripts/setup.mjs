/** What every command does first: a clone with nothing installed becomes one that runs, and one that runs is left alone. */
import { projectNode } from './lib/node.mjs';
import { installPackages } from './lib/packages.mjs';
import { buildPages } from './lib/pages.mjs';

/**
 * @param {{ pages: boolean }} needs whether the command serves the payer's pages
 * @returns {Promise<string>} the Node to run the project with
 */
export async function setUp({ pages }) {
  await installPackages();
  const node = projectNode();
  if (pages) await buildPages(node);
  return node;
}
