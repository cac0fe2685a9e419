/** A store that kills its process at the first write: before it, or after it was durable. */

import type { Store } from '../../../../src/adapters/store/store.ts';
import type { DataKeys, SealedRecords } from '../../../../src/core/ports/index.ts';

export class Death extends Error {}

const WRITES: readonly string[] = [
  'add',
  'activate',
  'rehash',
  'replace',
  'replaceProfile',
  'retire',
  'rewrap',
  'destroy',
] satisfies readonly (keyof DataKeys | keyof SealedRecords)[];

/** @param when BEFORE: no write happens; AFTER: one write is durable, without confirmation */
export function dying(store: Store, when: 'AFTER' | 'BEFORE'): Store {
  let isDead = false;
  const mortal = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (typeof member !== 'function') {
          return member;
        }
        return async (...args: unknown[]) => {
          if (isDead) {
            throw new Death();
          }
          if (!WRITES.includes(String(name))) {
            return member.apply(target, args);
          }
          isDead = true;
          if (when === 'AFTER') {
            await member.apply(target, args);
          }
          throw new Death();
        };
      },
    });
  return { ...store, dataKeys: mortal(store.dataKeys), sealedRecords: mortal(store.sealedRecords) };
}
