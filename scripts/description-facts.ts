/**
 * `node scripts/run.mjs scripts/description-facts.ts`: makes the sandbox's tables of facts from the published
 * descriptions, where these lie beside the checkout. Names, types and limits are facts and are taken over; sentences
 * are not.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAYPAL_DESCRIPTIONS, PAYPAL_OPERATIONS, PAYPAL_UNPLAYED } from './lib/described.ts';
import { type Description, factsOf } from './lib/description-facts.ts';

export const FACTS_FILE = new URL('../src/sandbox/paypal/facts.json', import.meta.url);

/** A folder beside the checkout, unless the environment names another one. */
export const DESCRIPTIONS_FOLDER =
  process.env.DESCRIPTIONS_DIR ?? fileURLToPath(new URL('../../shared/descriptions/', import.meta.url));

/** @returns undefined where the descriptions do not lie beside this checkout */
export function payPalFactsText(): string | undefined {
  const files = Object.entries(PAYPAL_DESCRIPTIONS).map(
    ([name, file]) => [name, `${DESCRIPTIONS_FOLDER}/${file}`] as const,
  );
  if (!files.every(([, file]) => existsSync(file))) {
    return undefined;
  }
  const descriptions = files.map(
    ([name, file]) => [name, JSON.parse(readFileSync(file, 'utf8')) as Description] as const,
  );
  const facts = factsOf(Object.fromEntries(descriptions), PAYPAL_OPERATIONS, PAYPAL_UNPLAYED);
  return textOf(facts);
}

/** A line for each operation and each type, so that a change of one shows as one. */
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
  const text = payPalFactsText();
  if (text === undefined) {
    throw new Error(`${DESCRIPTIONS_FOLDER} does not hold the descriptions.`);
  }
  writeFileSync(FACTS_FILE, text);
}

if (import.meta.main) {
  main();
}
