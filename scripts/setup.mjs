/** The first step of every command: installs missing packages, builds pages that the command needs, notes the build. */
import { noteBuild } from './lib/build-note.mjs';
import { projectNode } from './lib/node.mjs';
import { EVERYTHING, installPackages, RUNTIME } from './lib/packages.mjs';
import { buildPages } from './lib/pages.mjs';
import { ROOT } from './lib/project.mjs';

/**
 * @param {{ pages: boolean, tools?: boolean }} needs whether the command serves the payer's pages, and whether it
 * checks, tests or measures
 * @returns {Promise<string>} the Node to run the project with
 */
export async function setUp({ pages, tools = true }) {
  await installPackages(ROOT, tools ? EVERYTHING : RUNTIME);
  const node = projectNode();
  if (pages) {
    await buildPages(node);
  }
  noteBuild();
  return node;
}
