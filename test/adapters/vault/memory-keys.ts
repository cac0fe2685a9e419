/** Data keys in memory, as in the store, and the processes that have loaded them. */
import type { DataKeys, KeyHolder, WrappedDataKey } from '../../../src/core/ports/index.ts';

export interface MemoryKeys extends DataKeys {
  rows: WrappedDataKey[];
  processes: KeyHolder[];
}

export function memoryKeys(areNeeded = false): MemoryKeys {
  const change = (id: number, more: (row: WrappedDataKey) => Partial<WrappedDataKey> | undefined) => {
    const index = keys.rows.findIndex((row) => row.id === id);
    const changed = index < 0 ? undefined : more(keys.rows[index]!);
    if (changed !== undefined) {
      keys.rows[index] = { ...keys.rows[index]!, ...changed };
    }
    return changed !== undefined;
  };
  const keys: MemoryKeys = {
    rows: [],
    processes: [],
    all: async () => keys.rows.toSorted((one, other) => one.id - other.id),
    areNeeded: async () => areNeeded,
    async add(key) {
      if (!keys.rows.some(({ id }) => id === key.id)) {
        keys.rows.push({ ...key, uses: 0, retiredAt: null, destroyedAt: null });
      }
    },
    rewrap: async (id, before, after) =>
      change(id, (row) => (Buffer.from(row.wrapped).equals(before) ? after : undefined)),
    activate: async (id, activeFrom) =>
      change(id, (row) =>
        row.activeFrom === null && keys.processes.every(({ held }) => (held ?? 0) >= id) ? { activeFrom } : undefined,
      ),
    addUses: async (id, uses) => void change(id, (row) => ({ uses: row.uses + uses })),
    report: async () => undefined,
    holders: async () => keys.processes,
    retire: async (id, at) => void change(id, () => ({ retiredAt: at })),
    destroy: async (id, at) =>
      void change(id, (row) => (row.retiredAt === null ? undefined : { wrapped: Buffer.alloc(0), destroyedAt: at })),
  };
  return keys;
}

/** A key of a version that used one key for everything. */
export function olderKey(id: number, kek: string, wrapped: Buffer): WrappedDataKey {
  return {
    id,
    purpose: 'SEAL',
    kek,
    wrapped,
    isBound: false,
    createdAt: 1_000,
    activeFrom: 1_000,
    uses: 0,
    retiredAt: null,
    destroyedAt: null,
  };
}
