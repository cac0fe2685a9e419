/** The scripts that a running gateway serves, from its own list. */
import { z } from 'zod';
import { boundedBody } from '../../platform/bounded-answer.ts';

const inventoryEntry = z.object({
  script: z.string(),
  /** Addresses of the interface, with parameters: `/static/threeDS/:version/three-ds.min.js`. */
  addresses: z.array(z.string()),
  /** The address of exactly this content. */
  pinned: z.string(),
  /** The value of the attribute `integrity`. */
  integrity: z.string(),
});

export type GatewayScript = z.infer<typeof inventoryEntry>;

const inventory = z.object({ scripts: z.array(inventoryEntry) });

/** Maximum size of the list of scripts: a hundred times the size of this release's list. */
const INVENTORY_BYTES_MAX = 1_000_000;

/**
 * @throws TypeError if there is no answer
 * @throws Error if the answer is not a gateway's list
 */
export async function fetchInventory(gateway: URL, msMax: number): Promise<readonly GatewayScript[]> {
  const response = await fetch(new URL('/static/scripts.json', gateway), { signal: AbortSignal.timeout(msMax) });
  const { bytes } = await boundedBody(response, INVENTORY_BYTES_MAX);
  const read = inventory.safeParse(jsonOf(bytes.toString('utf8')));
  if (!read.success) {
    throw new Error(`${gateway.origin} answers, and not as a gateway of this release does`);
  }
  return read.data.scripts;
}

/** @returns undefined for invalid JSON */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
