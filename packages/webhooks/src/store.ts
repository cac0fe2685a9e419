/** Remembers notifications, so that each is handled once. */

/**
 * The memory of a shop's processes. Several processes need one that they share, such as a table with the id as its key.
 * Each function is one atomic step.
 */
export interface NotificationStore {
  /**
   * Claims a notification for this process.
   *
   * @param id of the notification
   * @param now in milliseconds since 1970
   * @param until when the claim ends, in milliseconds since 1970, unless it is finished or released: the process may
   *   have died
   * @returns CLAIMED: handle it; DONE: it was handled; CLAIMED_BY_OTHER: another process is handling it
   */
  claim(id: string, now: number, until: number): Promise<'CLAIMED' | 'CLAIMED_BY_OTHER' | 'DONE'>;
  /**
   * Marks it as handled, and raises the stream's newest sequence to this one if it is higher.
   *
   * @param stream the order; undefined for notifications without a sequence
   */
  finish(id: string, stream: string | undefined, sequence: number): Promise<void>;
  /** Gives a claim up, so that the next try of the gateway is handled. A notification that is done stays so. */
  release(id: string): Promise<void>;
  /** @returns the highest sequence of the stream that is handled; 0 for none */
  newest(stream: string): Promise<number>;
}

/** The gateway tries for three days, and an operator can send a notification again later. */
const KEPT = 100_000;

/**
 * A store in the memory of one process, for a shop with one process, and for tests. A restart forgets it.
 *
 * @param size how many notifications are remembered; the oldest are forgotten first
 */
export function memoryStore(size = KEPT): NotificationStore {
  const claims = new Map<string, number | 'DONE'>();
  const sequences = new Map<string, number>();
  return {
    async claim(id, now, until) {
      const claim = claims.get(id);
      if (claim === 'DONE') {
        return 'DONE';
      }
      if (claim !== undefined && claim > now) {
        return 'CLAIMED_BY_OTHER';
      }
      put(claims, id, until, size);
      return 'CLAIMED';
    },
    async finish(id, stream, sequence) {
      put(claims, id, 'DONE', size);
      if (stream !== undefined) {
        put(sequences, stream, Math.max(sequence, sequences.get(stream) ?? 0), size);
      }
    },
    async release(id) {
      // Another process may have handled it after this claim ended.
      if (claims.get(id) !== 'DONE') {
        claims.delete(id);
      }
    },
    newest: async (stream) => sequences.get(stream) ?? 0,
  };
}

/** Puts a value as the newest of the map. */
function put<Value>(map: Map<string, Value>, key: string, value: Value, size: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > size) {
    const [oldest] = map.keys();
    map.delete(oldest as string);
  }
}
