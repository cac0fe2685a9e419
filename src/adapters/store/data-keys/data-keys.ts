/** Stored data keys, wrapped. */
import type { DataKeys, KeyHolder, NewDataKey, WrappedDataKey } from '../../../core/ports/index.ts';
import { type Engine, write } from '../engine/engine.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import { hasSealedRows } from './sealed-rows.ts';
import * as statements from './statements.ts';

export class StoredDataKeys implements DataKeys {
  readonly #engine: Engine;
  readonly #process: { readonly key: number };
  #reported = '';

  /** @param process this process, which reports its loaded keys */
  constructor(engine: Engine, process: { readonly key: number }) {
    this.#engine = engine;
    this.#process = process;
  }

  async all(): Promise<WrappedDataKey[]> {
    const rows = await this.#engine.read(statements.allKeys, {});
    return rows.map(keyFrom);
  }

  areNeeded(): Promise<boolean> {
    return hasSealedRows(this.#engine);
  }

  /** If two processes add a key with the same id at once, one of them succeeds. */
  async add({ isBound, ...key }: NewDataKey): Promise<void> {
    await this.#engine.commit({ writes: [write(statements.addKey, { ...key, bound: isBound ? 1 : 0 })] });
  }

  rewrap(
    id: number,
    before: Uint8Array,
    after: { readonly kek: string; readonly wrapped: Uint8Array },
  ): Promise<boolean> {
    return this.#engine.commit({ guard: write(statements.rewrapKey, { id, before, ...after }), writes: [] });
  }

  activate(id: number, activeFrom: number): Promise<boolean> {
    return this.#engine.commit({ guard: write(statements.activateKey, { id, activeFrom }), writes: [] });
  }

  async addUses(id: number, uses: number): Promise<void> {
    await this.#engine.commit({ writes: [write(statements.addKeyUses, { id, uses })] });
  }

  async report(held: number, keks: readonly string[]): Promise<void> {
    const { key: process } = this.#process;
    // A process that was evicted has a new row, and must report its keys again.
    const report = `${process} ${held} ${keks}`;
    if (report !== this.#reported) {
      await this.#engine.commit({ writes: [write(statements.reportKeys, { process, held, keks: keks.join(',') })] });
      this.#reported = report;
    }
  }

  async holders(): Promise<KeyHolder[]> {
    const rows = await this.#engine.read(statements.keyHolders, {});
    return rows.map(({ key, beats, started_at, keys_held, keks, host, pid, build }) => ({
      process: Number(key),
      heartbeats: Number(beats),
      startedAt: Number(started_at),
      held: numberOrNull(keys_held),
      keks: keks === null ? [] : keks.split(','),
      host,
      pid: numberOrNull(pid),
      build,
    }));
  }

  async retire(id: number, at: number): Promise<void> {
    await this.#engine.commit({ writes: [write(statements.retireKey, { id, at })] });
  }

  async destroy(id: number, at: number): Promise<void> {
    await this.#engine.commit({ writes: [write(statements.destroyKey, { id, at, nothing: Buffer.alloc(0) })] });
  }
}

function keyFrom(row: NonNullable<(typeof statements.allKeys)['row']>): WrappedDataKey {
  return {
    id: Number(row.id),
    purpose: row.purpose ?? 'SEAL',
    kek: row.kek,
    wrapped: row.wrapped,
    isBound: Number(row.bound ?? 0) === 1,
    createdAt: Number(row.created_at),
    activeFrom: numberOrNull(row.active_from),
    uses: Number(row.uses ?? 0),
    retiredAt: numberOrNull(row.retired_at),
    destroyedAt: numberOrNull(row.destroyed_at),
  };
}
