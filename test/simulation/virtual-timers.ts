/**
 * While a history runs, the program's own timers are events of the history: no code waits for real time. A dead
 * process's timer may still fire; its work ends at that process's next port call.
 */
import type { Scheduler } from './scheduler.ts';

class VirtualTimer {
  isCleared = false;
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

const NAMES = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] as const;

export async function withVirtualTimers<T>(scheduler: Scheduler, work: () => Promise<T>): Promise<T> {
  const real = Object.fromEntries(NAMES.map((name) => [name, globalThis[name]]));
  Object.assign(globalThis, virtual(scheduler));
  try {
    return await work();
  } finally {
    Object.assign(globalThis, real);
  }
}

function virtual(scheduler: Scheduler): Record<(typeof NAMES)[number], unknown> {
  const clear = (timer: VirtualTimer | undefined): void => {
    if (timer !== undefined) {
      timer.isCleared = true;
    }
  };
  return {
    setTimeout: (run: () => void, ms: number) => {
      const timer = new VirtualTimer();
      scheduler.after(ms, () => {
        if (!timer.isCleared) {
          run();
        }
      });
      return timer;
    },
    setInterval: (run: () => void, ms: number) => {
      const timer = new VirtualTimer();
      const next = (): void => {
        if (timer.isCleared) {
          return;
        }
        run();
        scheduler.after(ms, next);
      };
      scheduler.after(ms, next);
      return timer;
    },
    clearTimeout: clear,
    clearInterval: clear,
  };
}
