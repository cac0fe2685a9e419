/**
 * Writes the parts of the package that are not compiled from `src/`: the bundled thread of a world, the built pages,
 * the licences of the packages in both, and the client in CommonJS.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PACKAGES_FILE } from '../../scripts/bundle/bundled-packages.ts';
import { PAGES, PROGRAM, pointer } from '../../scripts/lib/built-folders.mjs';
import { ROOT } from '../../scripts/lib/project.mjs';
import { licenceTexts } from '../../scripts/release/licences.ts';
import { lockedPackages } from '../../scripts/sbom.ts';

/** @param folder the package, with its compiled client */
export default async function build(folder: string): Promise<void> {
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  node(join('scripts', 'run.mjs'), '--program');
  const world =
    node(join('scripts', 'bundle', 'world.ts'))
      .trim()
      .split('\n')
      .at(-1) ?? '';
  const pages = pointer(PAGES)?.folder ?? '';
  // The bundle finds the pages as in a checkout: two folders above its own.
  cpSync(world, join(folder, 'dist', 'world', 'thread'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map') && basename(file) !== PACKAGES_FILE,
  });
  cpSync(join(PAGES, pages), join(folder, 'dist', 'pages'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map') && basename(file) !== PACKAGES_FILE,
  });
  writeFileSync(join(folder, 'dist', 'current.json'), '{ "folder": "pages", "before": null }\n');
  const places = [world, join(PAGES, pages), join(PROGRAM, pointer(PROGRAM)?.folder ?? '')].flatMap(
    (one) => JSON.parse(readFileSync(join(one, PACKAGES_FILE), 'utf8')) as readonly string[],
  );
  const locked = lockedPackages();
  const bundled = [...new Set(places)].sort().flatMap((place) => (locked[place] ? [[place, locked[place]]] : []));
  writeFileSync(join(folder, 'LICENSES-OF-PACKAGES.txt'), licenceTexts(ROOT, Object.fromEntries(bundled)));
  for (const name of ['index', 'types']) {
    const types = readFileSync(join(folder, 'lib', `${name}.d.ts`), 'utf8');
    writeFileSync(join(folder, 'lib', `${name}.d.cts`), types.replaceAll('./types.js', './types.cjs'));
  }
  writeFileSync(join(folder, 'lib', 'index.cjs'), commonJs(readFileSync(join(folder, 'lib', 'index.js'), 'utf8')));
}

/**
 * The compiled client as CommonJS, since Jest's own loader reads no ES modules. The client is one file, which imports
 * only modules of Node and exports functions and constants by their declarations.
 */
function commonJs(source: string): string {
  const exported: string[] = [];
  const text = source
    .replaceAll(/^import \{ ([^}]+) \} from '(node:[^']+)';$/gm, "const { $1 } = require('$2');")
    .replaceAll(/^export ((?:async )?function|const|class) (\w+)/gm, (_, kind: string, name: string) => {
      exported.push(name);
      return `${kind} ${name}`;
    })
    .replaceAll('import.meta.url', "require('node:url').pathToFileURL(__filename)");
  if (/^(?:import|export)\b/m.test(text.replace(/^export \{\};$/m, ''))) {
    throw new Error('The client has an import or export that CommonJS would not have.');
  }
  return `'use strict';\n${text}\nmodule.exports = { ${exported.join(', ')} };\n`;
}
