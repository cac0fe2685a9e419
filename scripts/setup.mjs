/**
 * The first step of every command: installs missing packages, builds the pages and bundles the program if the command
 * needs them, notes the build.
 */
import { noteBuild } from './lib/build-note.mjs';
import { projectNode } from './lib/node.mjs';
import { EVERYTHING, installPackages, RUNTIME } from './lib/packages.mjs';
import { buildPages } from './lib/pages.mjs';
import { bundleProgram, programFile } from './lib/program.mjs';
import { ROOT } from './lib/project.mjs';

/**
 * @typedef {object} Needs
 * @property {boolean} pages whether the command serves the payer's pages
 * @property {boolean} [tools] whether it checks, tests or measures
 */

/** @param {Needs} needs @returns {Promise<string>} the Node to run the project with */
export async function setUp(needs) {
  const { node } = await prepare(needs);
  return node;
}

/**
 * Sets up for a command that runs a part of the program from its bundle.
 * @param {string} source the part's source
 * @param {{ tools: boolean }} needs
 * @returns {Promise<{ node: string, file: string }>} the file to run with that Node
 */
export async function setUpProgram(source, { tools }) {
  const { node, content } = await prepare({ pages: true, tools });
  await bundleProgram(node, content);
  return { node, file: programFile(source, content) };
}

/** @param {Needs} needs */
async function prepare({ pages, tools = true }) {
  await installPackages(ROOT, tools ? EVERYTHING : RUNTIME);
  const node = projectNode();
  if (pages) {
    await buildPages(node);
  }
  return { node, content: noteBuild() };
}
