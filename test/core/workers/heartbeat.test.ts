/** The conditions under which a process counts as dead, on clocks that the test owns. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Look, Peer, Processes } from '../../../src/core/ports/index.ts';
import {
  HEARTBEAT_INTERVAL_MS,
  Heartbeat,
  LEASE_MS,
  MISSED_HEARTBEATS_MAX,
} from '../../../src/core/workers/heartbeat.ts';
import { PromotionCheck } from '../../../src/core/workers/promotion-check.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';

/** Processes of one database; `mine` is the one that the test observes. */
class Together implements Processes {
  readonly beats = new Map<number, number>();
  readonly seen = new Map<number, { readonly heartbeats: number; readonly round: number }>();
  round = 0;
  mine = 1;
  fails = false;

  async heartbeat(): Promise<boolean> {
    if (this.fails) {
      throw new Error('no database');
    }
    const known = this.beats.has(this.mine);
    if (!known) {
      this.mine += 100;
    }
    this.beats.set(this.mine, (this.beats.get(this.mine) ?? 0) + 1);
    return known;
  }

  async others(): Promise<Peer[]> {
    if (this.fails) {
      throw new Error('no database');
    }
    return [...this.beats].filter(([key]) => key !== this.mine).map(([key, heartbeats]) => ({ key, heartbeats }));
  }

  async look(): Promise<Look> {
    const peers = (await this.others()).map((peer) => {
      const seen = this.seen.get(peer.key);
      const isKnown = seen?.heartbeats === peer.heartbeats;
      if (!isKnown) {
        this.seen.set(peer.key, { heartbeats: peer.heartbeats, round: this.round });
      }
      return { ...peer, silentRounds: isKnown ? this.round - seen.round : 0 };
    });
    return { round: this.round, peers };
  }

  async endRound(round: number): Promise<void> {
    this.round += round === this.round ? 1 : 0;
  }

  async evict({ key, heartbeats }: Peer): Promise<boolean> {
    return this.beats.get(key) === heartbeats && this.beats.delete(key);
  }
}

let now = 0;
let lineage = { timeline: 1 };
let together: Together;
let buried = 0;
let liveness: Heartbeat;

beforeEach(() => {
  [now, buried, together, lineage] = [0, 0, new Together(), { timeline: 1 }];
  together.beats.set(1, 0);
  together.beats.set(2, 0);
  liveness = newHeartbeat();
});

function newHeartbeat(): Heartbeat {
  return new Heartbeat({
    processes: together,
    promotion: new PromotionCheck({ lineage, log: memoryLog(), onChecked: () => undefined }),
    monotonic: () => now,
    log: memoryLog(),
    onEvicted: () => {
      buried += 1;
    },
  });
}

async function rounds(count: number, between: () => unknown = () => undefined): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    now += HEARTBEAT_INTERVAL_MS;
    await liveness.check();
    between();
  }
}

const beatOf = (key: number) => () => together.beats.set(key, (together.beats.get(key) ?? 0) + 1);

describe('another process', () => {
  it('is evicted after the set number of polls without a heartbeat, and not one poll earlier', async () => {
    await rounds(MISSED_HEARTBEATS_MAX);
    expect([together.beats.has(2), buried]).toEqual([true, 0]);
    await rounds(1);
    expect([together.beats.has(2), buried]).toEqual([false, 1]);
  });

  it('is not evicted while it sends heartbeats, however slowly', async () => {
    let at = 0;
    await rounds(100, () => {
      at += 1;
      if (at % MISSED_HEARTBEATS_MAX === 0) {
        beatOf(2)();
      }
    });
    expect(together.beats.has(2)).toBe(true);
  });

  it('is not evicted by time that passed without a poll, as when this process stood still or the database was down', async () => {
    await rounds(MISSED_HEARTBEATS_MAX - 1);
    now += 3_600_000;
    together.fails = true;
    for (let look = 0; look < 100; look += 1) {
      await expect(liveness.check()).rejects.toThrow('no database');
    }
    together.fails = false;
    beatOf(2)();
    await rounds(MISSED_HEARTBEATS_MAX);
    expect(together.beats.has(2)).toBe(true);
  });

  it('is kept by a heartbeat at the last moment', async () => {
    const bury = together.evict.bind(together);
    together.evict = (peer) => {
      beatOf(2)();
      return bury(peer);
    };
    await rounds(MISSED_HEARTBEATS_MAX + 1);
    expect([together.beats.has(2), buried]).toEqual([true, 0]);
  });

  it('is evicted though its watchers die again and again, since each continues the count of the one before', async () => {
    for (let life = 0; together.beats.has(2) && life < MISSED_HEARTBEATS_MAX; life += 1) {
      liveness = newHeartbeat();
      await rounds(3);
    }
    expect([together.beats.has(2), buried]).toEqual([false, 1]);
  });

  it('is not evicted sooner by many watchers, since all share one round', async () => {
    const many = Array.from({ length: 5 }, () => newHeartbeat());
    for (let round = 0; round < MISSED_HEARTBEATS_MAX; round += 1) {
      now += HEARTBEAT_INTERVAL_MS;
      for (const one of many) {
        await one.check();
        await one.check();
      }
    }
    expect([together.beats.has(2), together.round]).toEqual([true, MISSED_HEARTBEATS_MAX - 1]);
  });

  it('is evicted beside a live one', async () => {
    together.beats.set(3, 7);
    await rounds(MISSED_HEARTBEATS_MAX + 1, beatOf(3));
    expect([...together.beats.keys()].sort()).toEqual([1, 3]);
  });
});

describe('the lease', () => {
  it('lasts for a while after a heartbeat, and ends before another process can have evicted this one', async () => {
    await rounds(1);
    now += LEASE_MS;
    expect(liveness.holdsLease()).toBe(true);
    now += 1;
    expect(liveness.holdsLease()).toBe(false);
    expect(LEASE_MS).toBeLessThan((MISSED_HEARTBEATS_MAX - 1) * HEARTBEAT_INTERVAL_MS);
  });

  it('is counted from before the heartbeat was sent', async () => {
    const beat = together.heartbeat.bind(together);
    together.heartbeat = () => {
      now += LEASE_MS + 1;
      return beat();
    };
    await liveness.check();
    expect(liveness.holdsLease()).toBe(false);
  });

  it('is not restored without a heartbeat', async () => {
    now += LEASE_MS + 1;
    together.fails = true;
    await expect(liveness.check()).rejects.toThrow();
    expect(liveness.holdsLease()).toBe(false);
    together.fails = false;
    await liveness.check();
    expect(liveness.holdsLease()).toBe(true);
  });

  it('is restored under another key where this process was evicted', async () => {
    together.beats.delete(1);
    await liveness.check();
    expect([together.mine, liveness.holdsLease()]).toEqual([101, true]);
  });

  it('is missing from a failover of the database until the other process was heard, or is evicted', async () => {
    for (const isHeard of [true, false]) {
      lineage.timeline += 1;
      expect(liveness.holdsLease()).toBe(false);
      await rounds(MISSED_HEARTBEATS_MAX - 1);
      expect([together.beats.has(2), liveness.holdsLease()]).toEqual([true, false]);
      if (isHeard) {
        beatOf(2)();
      }
      await rounds(isHeard ? 1 : 2);
      expect([together.beats.has(2), liveness.holdsLease()]).toEqual([isHeard, true]);
    }
  });
});

describe('the number of processes that share the polls', () => {
  it('is one without others', async () => {
    together.beats.delete(2);
    await rounds(2);
    expect(liveness.processes).toBe(1);
  });

  it('has every process that sends heartbeats, and one that stopped for three rounds no more', async () => {
    together.beats.set(3, 0);
    await rounds(4, () => {
      beatOf(2)();
      beatOf(3)();
    });
    expect(liveness.processes).toBe(3);
    await rounds(4, beatOf(2));
    expect(liveness.processes).toBe(2);
  });
});
