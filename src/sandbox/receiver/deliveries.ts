/** What came, what the sandbox thought of it, and what it answered. */
import type { ReceivedNotification } from './received-notification.ts';
import type { Verdict } from './verdict.ts';

/** Enough for any test, and a bound on what a gateway that repeats for days can fill. The oldest make room. */
const DELIVERIES_MAX = 1_000;

export interface Delivery {
  readonly notification: ReceivedNotification;
  /** When it came. */
  readonly verdict: Verdict;
  /** Absent: it was left without an answer. */
  readonly answeredStatus?: number;
}

export interface CountedDelivery extends Delivery {
  /** 1 for the first that came under its id, of those that are remembered; 1 as well where there is no id. */
  readonly time: number;
}

export class Deliveries {
  #all: Delivery[] = [];

  add(delivery: Delivery): void {
    this.#all.push(delivery);
    if (this.#all.length > DELIVERIES_MAX) {
      this.#all.shift();
    }
  }

  /** Oldest first. */
  get notifications(): ReceivedNotification[] {
    return this.#all.map(({ notification }) => notification);
  }

  /** Oldest first. */
  get counted(): CountedDelivery[] {
    const times = new Map<string, number>();
    return this.#all.map((delivery) => {
      const id = delivery.notification.headers['webhook-id'];
      const time = id === undefined ? 1 : (times.get(id) ?? 0) + 1;
      if (id !== undefined) {
        times.set(id, time);
      }
      return { ...delivery, time };
    });
  }

  forget(): void {
    this.#all = [];
  }
}
