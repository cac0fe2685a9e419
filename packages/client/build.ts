/** Drops comments and wide indents of the code, whose declarations have the comments: the package is small. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const COMMENT = /^ *\/\*\*[\s\S]*?\*\/\n/gm;

export default async function build(folder: string): Promise<void> {
  const lib = join(folder, 'lib');
  for (const file of readdirSync(lib).filter((name) => name.endsWith('.js'))) {
    const code = readFileSync(join(lib, file), 'utf8').replace(COMMENT, '');
    writeFileSync(
      join(lib, file),
      code.replace(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4)),
    );
  }
}
