/** Stored live gateway processes: implements the gateway's `Processes` port over any engine. */
import { hostname } from 'node:os';
import type { Look, Peer, Processes } from '../../../core/ports/index.ts';
import { type Engine, write } from '../engine/engine.ts';
import type { IdAllocator } from '../engine/id-allocator.ts';
import { Repository } from '../engine/repository.ts';
import * as statements from './statements.ts';

/** Where another process would read the transactions of this one from. */
interface ProgressMark {
  markFor(processKey: number): number;
}

/** The key of a process that has not joined, which no row has as its owner. */
const NOBODY = 0;

export class StoredProcesses extends Repository implements Processes {
  #key = NOBODY;
  #build: string | null = null;
  readonly #progress: ProgressMark;

  constructor(engine: Engine, keys: IdAllocator, progress: ProgressMark) {
    super(engine, keys);
    this.#progress = progress;
  }

  /** The key by which this process owns order locks and due rows. */
  get key(): number {
    return this.#key;
  }

  /**
   * @param isAlone true if no other process can be alive on this store: all others in the table are then dead
   * @param build this process's build
   */
  async join({ isAlone, build = null }: { readonly isAlone: boolean; readonly build?: string | null }): Promise<void> {
    const key = this.newKey();
    const place = { host: hostname(), pid: process.pid };
    const now = Date.now();
    const writes = [
      write(statements.join, { key, beats: 0, now, ...place, build }),
      // In the same commit, so that no change of an order by a joined process can be missed by the index of orders.
      write(statements.beginFeed, { key, mark: this.#progress.markFor(key), now }),
    ];
    this.#build = build;
    if (isAlone) {
      writes.push(write(statements.evictOthers, { key }));
    }
    await this.engine.commit({ writes });
    this.#key = key;
  }

  async heartbeat(): Promise<boolean> {
    if (await this.engine.commit({ guard: write(statements.heartbeat, { key: this.#key, one: 1 }), writes: [] })) {
      return true;
    }
    await this.join({ isAlone: false, build: this.#build });
    return false;
  }

  async others(): Promise<Peer[]> {
    const rows = await this.engine.read(statements.others, { key: this.#key });
    return rows.map(({ key, beats }) => ({ key: Number(key), heartbeats: Number(beats) }));
  }

  async look(): Promise<Look> {
    const [[current], rows] = await Promise.all([
      this.engine.read(statements.round, {}),
      this.engine.read(statements.peers, { key: this.#key }),
    ]);
    if (current === undefined) {
      throw new Error('The table heartbeat_round has lost its row: no process could ever be seen as dead.');
    }
    const now = Number(current.round);
    const looked = rows.map((row) => ({
      key: Number(row.key),
      heartbeats: Number(row.beats),
      host: row.host ?? undefined,
      pid: row.host === null ? undefined : Number(row.pid),
      isNew: row.seen_beats === null || Number(row.seen_beats) !== Number(row.beats),
      // Another process may have stored a newer round than `now`.
      silentRounds: Math.max(0, now - Number(row.seen_round)),
    }));
    const unseen = looked.filter(({ isNew }) => isNew);
    if (unseen.length > 0) {
      await this.engine.commit({
        writes: unseen.map(({ key, heartbeats: beats }) => write(statements.see, { key, beats, round: now })),
      });
    }
    return {
      round: now,
      peers: looked.map(({ isNew, silentRounds, ...peer }) => ({ ...peer, silentRounds: isNew ? 0 : silentRounds })),
    };
  }

  async endRound(current: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.endRound, { round: current, one: 1 })] });
  }

  evict({ key, heartbeats }: Peer): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.evict, { key, beats: heartbeats }), writes: [] });
  }

  /** Removes this process. Call it once all its work in flight is complete, or is left to other processes. */
  async leave(): Promise<void> {
    if (this.#key !== NOBODY) {
      await this.engine.commit({ writes: [write(statements.leave, { key: this.#key })] });
    }
    this.#key = NOBODY;
  }
}
