/** A store and a directory that end the command at one of its writes: before it, or after it was durable. */
import type { RowChanges } from '../../../src/adapters/store/index.ts';

export class Death extends Error {}

export interface Dying {
  /** Wraps an object whose writes count. */
  mortal<Port extends object>(port: Port): Port;
}

/** @param write its name, and the number of such writes that succeed before it @param when the command ends */
export function dying([write, before = 0]: readonly [name: string, before?: number], when: 'AFTER' | 'BEFORE'): Dying {
  let left = before;
  let isDead = false;
  const mortal = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (typeof member !== 'function') {
          return member;
        }
        return (...args: unknown[]) => {
          if (isDead) {
            throw new Death();
          }
          if (name === 'rowsOf') {
            return mortal(member.apply(target, args));
          }
          const isWrite = name === write && !isEmpty(args);
          if (!isWrite || left > 0) {
            left -= isWrite ? 1 : 0;
            return member.apply(target, args);
          }
          isDead = true;
          return (async () => {
            if (when === 'AFTER') {
              await member.apply(target, args);
            }
            throw new Death();
          })();
        };
      },
    });
  return { mortal };
}

/** Whether a commit of rows has none. */
function isEmpty([, changes]: readonly unknown[]): boolean {
  return Array.isArray(changes) && (changes as readonly RowChanges[]).length === 0;
}
