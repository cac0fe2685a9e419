/** The received deliveries, the verdicts on their signatures, and the answers. */
import type { ReceivedNotification } from './received-notification.ts';
import type { SignatureVerdict } from './verdict.ts';

/** Maximum number of stored deliveries, after which the oldest are removed: a gateway may retry for days. */
const DELIVERIES_MAX = 1_000;

export interface ReceivedDelivery {
  readonly notification: ReceivedNotification;
  /** The verdict at the time of arrival. */
  readonly verdict: SignatureVerdict;
  /** Absent: no answer was sent. */
  readonly answeredStatus?: number;
}

export interface CountedDelivery extends ReceivedDelivery {
  /** The number of this delivery among those of the same id, from 1; 1 for a delivery without an id. */
  readonly time: number;
}

export class ReceivedDeliveries {
  #all: ReceivedDelivery[] = [];

  add(delivery: ReceivedDelivery): void {
    this.#all.push(delivery);
    if (this.#all.length > DELIVERIES_MAX) {
      this.#all.shift();
    }
  }

  get notifications(): ReceivedNotification[] {
    return this.#all.map(({ notification }) => notification);
  }

  /** The deliveries, oldest first. */
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
