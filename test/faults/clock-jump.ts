/**
 * Loaded into a gateway process before its own first line, by tests alone: the machine's wall clock as this process
 * sees it stands off by as many milliseconds as the file `TURNPIKE_CLOCK_FILE` says, read anew at each SIGUSR2. The
 * clock that only grows goes on as it was.
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
