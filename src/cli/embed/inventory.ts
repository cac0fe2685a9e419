/** The scripts that a running gateway serves, as it lists them itself. */
import { z } from 'zod';
import { boundedBody } from '../../bounded-answer.ts';

const inventoryEntry = z.object({
  script: z.string(),
  /** The interface's, with names for what varies: `/static/threeDS/:version/three-ds.min.js`. */
  addresses: z.array(z.string()),
  /** Where exactly this content is. */
  pinned: z.string(),
  /** For the attribute `integrity`. */
  integrity: z.string(),
});

export type InventoryEntry = z.infer<typeof inventoryEntry>;

const inventory = z.object({ scripts: z.array(inventoryEntry) });

/** A hundred times a release's list of scripts. */
const INVENTORY_BYTES_MAX = 1_000_000;

/** @throws TypeError where no gateway answers @throws Error where what answers is none */
export async function fetchInventory(gateway: URL, msMax: number): Promise<readonly InventoryEntry[]> {
  const response = await fetch(new URL('/static/scripts.json', gateway), { signal: AbortSignal.timeout(msMax) });
  const { bytes } = await boundedBody(response, INVENTORY_BYTES_MAX);
  const read = inventory.safeParse(jsonOf(bytes.toString('utf8')));
  if (!read.success) {
    throw new Error(`${gateway.origin} answers, and not as a gateway of this release does`);
  }
  return read.data.scripts;
}

/** @returns undefined for what is no JSON */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
