/**
 * The acquirer's ledger, against which the gateway's results are checked, and the switch that makes the acquirer
 * misbehave.
 */
import { vi } from 'vitest';
import type { AcquirerFaults } from '../../src/sandbox/acquirer/acquirer-control.ts';
import type { AcquirerLedgerEntry } from '../../src/sandbox/acquirer/acquirer-ledger.ts';

/** A reversal follows its timeout at once; after a lost connection it waits for the next one. */
const REVERSAL_MS_MAX = 30_000;

export interface AcquirerControl {
  /** Every movement, in the order in which it came, of one order where one is named. */
  ledger(order?: string): Promise<AcquirerLedgerEntry[]>;
  /** The states of an order's movements. */
  states(order: string): Promise<string[]>;
  /** Waits until the ledger satisfies `wanted`. @returns the ledger then */
  ledgerOnce(
    wanted: (ledger: AcquirerLedgerEntry[]) => boolean,
    order?: string,
    withinMs?: number,
  ): Promise<AcquirerLedgerEntry[]>;
  misbehave(faults: Partial<AcquirerFaults>): Promise<void>;
}

export function createAcquirerControl(origin: string): AcquirerControl {
  async function ledger(order?: string): Promise<AcquirerLedgerEntry[]> {
    const query = order === undefined ? '' : `?order=${encodeURIComponent(order)}`;
    return (await (await fetch(`${origin}/acquirer/ledger${query}`)).json()) as AcquirerLedgerEntry[];
  }

  return {
    ledger,
    states: async (order) => (await ledger(order)).map(({ state }) => state),
    async ledgerOnce(wanted, order, withinMs = REVERSAL_MS_MAX) {
      let entries: AcquirerLedgerEntry[] = [];
      await vi.waitUntil(
        async () => {
          entries = await ledger(order);
          return wanted(entries);
        },
        { timeout: withinMs, interval: 50 },
      );
      return entries;
    },
    async misbehave(faults) {
      const response = await fetch(`${origin}/acquirer/faults`, { method: 'PUT', body: JSON.stringify(faults) });
      if (!response.ok) {
        throw new Error(await response.text());
      }
    },
  };
}
