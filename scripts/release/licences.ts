/** The licence texts of the packages in a release, which their licences require to be distributed with them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LockedPackage } from '../sbom.ts';

const TEXT_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const RULE = '-'.repeat(80);

/**
 * @param root the checkout
 * @param packages by their paths in the lockfile
 */
export function licenceTexts(root: string, packages: Readonly<Record<string, LockedPackage>>): string {
  const parts = Object.entries(packages).map(([place, { version, license }]) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const title = `${name} ${version}, licence ${license ?? 'in its text'}`;
    return `${RULE}\n${title}\n${RULE}\n\n${textOf(join(root, place)) || 'The package has no text of its licence.'}\n`;
  });
  return `Turnpike contains these packages, under the licences below.\n\n${parts.join('\n')}`;
}

function textOf(folder: string): string {
  const names = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile() && TEXT_FILE.test(one.name));
  return names
    .map(({ name }) => name)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}
