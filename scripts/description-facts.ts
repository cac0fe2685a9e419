/**
 * `node scripts/run.mjs scripts/description-facts.ts`: generates the sandbox's tables from the published OpenAPI
 * descriptions, if these lie beside the checkout. Names, types and limits are facts and are copied; sentences are not.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { DESCRIBED, type Described } from './lib/described.ts';
import { type Description, factsOf } from './lib/description-facts.ts';

/** A folder beside the checkout, unless the environment names another one. */
export const DESCRIPTIONS_FOLDER =
  process.env.DESCRIPTIONS_DIR ?? fileURLToPath(new URL('../../shared/descriptions/', import.meta.url));

/** @returns each description by the prefix of its types; undefined if they do not lie beside this checkout */
export function readDescriptions(files: Described['descriptions']): Record<string, Description> | undefined {
  const paths = Object.entries(files).map(([name, file]) => [name, `${DESCRIPTIONS_FOLDER}/${file}`] as const);
  // JSON is YAML too, but JSON.parse is faster.
  const read = (path: string): Description => {
    const text = readFileSync(path, 'utf8');
    return path.endsWith('.yaml') ? parse(text) : JSON.parse(text);
  };
  return paths.every(([, path]) => existsSync(path))
    ? Object.fromEntries(paths.map(([name, path]) => [name, read(path)]))
    : undefined;
}

/** @returns undefined if the descriptions do not lie beside this checkout */
export function factsText({ descriptions, operations, unplayed, unformatted }: Described): string | undefined {
  const read = readDescriptions(descriptions);
  return read && textOf(factsOf(read, operations, unplayed, unformatted));
}

export const factsFileOf = ({ factsFile }: Described): URL => new URL(`../${factsFile}`, import.meta.url);

/** JSON with one line for each operation and each type, for readable diffs. */
function textOf({ from, operations, types }: ReturnType<typeof factsOf>): string {
  const lines = [
    '{',
    `  "from": ${JSON.stringify(from)},`,
    '  "operations": [',
    operations.map((one) => `    ${JSON.stringify(one)}`).join(',\n'),
    '  ],',
    '  "types": {',
    Object.entries(types)
      .map(([name, fact]) => `    ${JSON.stringify(name)}: ${JSON.stringify(fact)}`)
      .join(',\n'),
    '  }',
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function main(): void {
  for (const described of Object.values(DESCRIBED)) {
    const text = factsText(described);
    if (text === undefined) {
      const files = Object.values(described.descriptions).join(', ');
      process.stdout.write(`${described.factsFile} stays: ${DESCRIPTIONS_FOLDER} does not hold ${files}.\n`);
    } else {
      writeFileSync(factsFileOf(described), text);
    }
  }
}

if (import.meta.main) {
  main();
}
