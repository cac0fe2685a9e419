/**
 * Preloaded into a gateway process by tests only: shifts the wall clock of the process by the milliseconds in the file
 * `TURNPIKE_CLOCK_FILE`, read again at each SIGUSR2. The monotonic clock is unchanged.
 */
import { readFileSync } from 'node:fs';

const RealDate = Date;
let offMs = 0;

process.on('SIGUSR2', () => {
  offMs = Number(readFileSync(process.env.TURNPIKE_CLOCK_FILE ?? '', 'utf8'));
});

class ShiftedDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) {
      super(RealDate.now() + offMs);
    } else {
      super(...(given as [number]));
    }
  }

  static override now(): number {
    return RealDate.now() + offMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
