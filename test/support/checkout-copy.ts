/**
 * A copy of this checkout from which a gateway can be started, and which a test changes or removes while it runs. Its
 * packages are hard links, so copying takes a second.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Folders and files that a gateway needs to start. */
const PARTS = [
  ...['src', 'dist', 'public', 'scripts', 'docs/guide', 'docs/operating', 'astro.config.mjs'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
];

export interface CheckoutCopy {
  readonly folder: string;
  /** Removes all of its files. */
  remove(): void;
}

export function copyCheckout(): CheckoutCopy {
  // On the checkout's own disk, since hard links cannot cross disks.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.cache', 'copy-'));
  for (const part of PARTS) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, preserveTimestamps: true });
  }
  linkPackages(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Gives a folder this checkout's packages, as hard links. */
export function linkPackages(folder: string): void {
  const from = realpathSync(join(ROOT, 'node_modules'));
  const to = join(folder, 'node_modules');
  if (process.platform === 'linux') {
    execFileSync('cp', ['-al', from, to]);
  } else {
    cpSync(from, to, { recursive: true });
  }
}
