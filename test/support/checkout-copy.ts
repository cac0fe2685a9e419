/**
 * A copy of this checkout from which a gateway can be started, and which a test changes or removes while it runs. Its
 * packages are hard links, so copying takes a second.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
  linkFolder(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function linkFolder(from: string, to: string): void {
  if (process.platform === 'linux') {
    execFileSync('cp', ['-al', from, to]);
  } else {
    cpSync(from, to, { recursive: true });
  }
}
