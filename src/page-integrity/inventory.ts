/**
 * The inventory of payers' pages: every script and style that a browser runs there, by its hash, with its purpose and
 * its pages, and the headers that each page has. It is committed, so that a script that differs by a byte fails the
 * build, and so that `turnpike page check` compares live pages with what was reviewed.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export const INVENTORY_FILE = new URL('../../docs/operating/page-scripts.json', import.meta.url);

const entry = z.object({
  /** The component whose script it is, or what it is called. */
  name: z.string(),
  purpose: z.string(),
  /** Where pages load it from; null: it stands in the page. */
  address: z.string().nullable(),
  /** As a Content-Security-Policy names it: `sha256-…`. */
  hash: z.string(),
  bytes: z.number(),
  /** The kinds of pages that have it. */
  pages: z.array(z.string()),
});

export type InventoryEntry = z.infer<typeof entry>;

const inventory = z.object({
  /** Of every payer's page. */
  headers: z.record(z.string(), z.string()),
  scripts: z.array(entry),
  styles: z.array(entry),
});

export type PageInventory = z.infer<typeof inventory>;

/** This release's. */
export function readInventory(): PageInventory {
  return inventory.parse(JSON.parse(readFileSync(INVENTORY_FILE, 'utf8')));
}
