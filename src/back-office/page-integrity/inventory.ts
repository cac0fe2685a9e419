/**
 * The inventory of payers' pages: every script and style that a browser runs there, by its hash, with its purpose and
 * its pages, and the headers of each page. It is committed, so that a script that differs by a byte fails the build,
 * and so that `turnpike page check` compares live pages with the reviewed release.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export const INVENTORY_FILE = new URL('../../../docs/operating/page-scripts.json', import.meta.url);

const entry = z.object({
  /** The name of the script, or of the component that contains it. */
  name: z.string(),
  purpose: z.string(),
  /** The address that pages load it from; null: it is inline. */
  address: z.string().nullable(),
  /** The hash in the format of a Content-Security-Policy: `sha256-…`. */
  hash: z.string(),
  bytes: z.number(),
  /** The kinds of pages with the script or style. */
  pages: z.array(z.string()),
});

export type InventoryEntry = z.infer<typeof entry>;

const otherScript = z.object({
  name: z.string(),
  purpose: z.string(),
  /** A URL of another site, which changes its content at will: it has no hash. */
  address: z.string(),
  pages: z.array(z.string()),
  /** The headers of a page that may load it, where they differ. */
  headers: z.record(z.string(), z.string()),
});

const inventory = z.object({
  /** The headers of every payer's page. */
  headers: z.record(z.string(), z.string()),
  scripts: z.array(entry),
  styles: z.array(entry),
  /** Scripts of other sites, for merchants that have registered with them. */
  otherScripts: z.array(otherScript),
});

export type PageInventory = z.infer<typeof inventory>;

export function readInventory(): PageInventory {
  return inventory.parse(JSON.parse(readFileSync(INVENTORY_FILE, 'utf8')));
}
