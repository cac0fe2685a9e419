/**
 * A provider's ledger, against which the gateway's results are checked, and the switches that make the provider
 * misbehave.
 */

import type { ReturnMethod } from '../../../src/sandbox/providers/provider.ts';
import type { ProviderFault } from '../../../src/sandbox/providers/provider-faults.ts';
import type { ProviderLedgerEntry } from '../../../src/sandbox/providers/provider-ledger-rows.ts';

export interface ProviderControl {
  /** The display name. */
  readonly name: string;
  /** Every movement of an order, in order of arrival. */
  ledger(order: string): Promise<ProviderLedgerEntry[]>;
  misbehave(fault: ProviderFault): Promise<void>;
  returnBy(method: ReturnMethod): Promise<void>;
  /** Resets all faults; payers return by GET. */
  behave(): Promise<void>;
}

/** @param origin of the sandbox's HTTP server */
export function createProviderControl(origin: string, id: string, name: string): ProviderControl {
  const base = `${origin}/providers/${id}`;
  const put = async (path: string, body: object): Promise<void> => {
    const response = await fetch(base + path, { method: 'PUT', body: JSON.stringify(body) });
    if (!response.ok) {
      throw new Error(await response.text());
    }
  };
  return {
    name,
    async ledger(order) {
      const response = await fetch(`${base}/ledger?order=${encodeURIComponent(order)}`);
      return (await response.json()) as ProviderLedgerEntry[];
    },
    misbehave: (fault) => put('/faults', fault),
    returnBy: (returnMethod) => put('/settings', { returnMethod }),
    async behave() {
      await put('/faults', { mode: 'NONE' });
      await put('/settings', { returnMethod: 'GET' });
    },
  };
}
