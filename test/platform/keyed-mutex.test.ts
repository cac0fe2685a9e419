import { describe, expect, it } from 'vitest';
import { KeyedMutex } from '../../src/platform/keyed-mutex.ts';

/** An action that the test completes at will. */
function held(name: string, events: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return {
    action: async () => {
      events.push(`${name} begins`);
      const result = await promise.finally(() => events.push(`${name} ends`));
      return result;
    },
    finish: () => resolve(name),
    fail: () => reject(new Error(name)),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the tasks of a keyed mutex', () => {
  it('start one after the other for one key, in order of arrival', async () => {
    const [events, line] = [[] as string[], new KeyedMutex()];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => held(name, events)) as [Held, Held, Held];
    const results = [a, b, c].map(({ action }) => line.run('key', action));
    c.finish();
    b.finish();
    await turn();
    expect(events).toEqual(['a begins']);
    a.finish();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('do not wait for each other under different keys', async () => {
    const [events, line] = [[] as string[], new KeyedMutex()];
    const [a, b] = [held('a', events), held('b', events)];
    const first = line.run('one', a.action);
    b.finish();
    expect(await line.run('other', b.action)).toBe('b');
    a.finish();
    expect(await first).toBe('a');
  });

  it('reject only their own caller when they fail, and the next one starts', async () => {
    const [events, line] = [[] as string[], new KeyedMutex()];
    const [a, b] = [held('a', events), held('b', events)];
    const [first, second] = [line.run('key', a.action), line.run('key', b.action)];
    a.fail();
    b.finish();
    await expect(first).rejects.toThrow('a');
    expect(await second).toBe('b');
  });

  it('start at once when all earlier ones have ended', async () => {
    const [events, line] = [[] as string[], new KeyedMutex()];
    const [a, b] = [held('a', events), held('b', events)];
    a.finish();
    await line.run('key', a.action);
    b.finish();
    expect(await line.run('key', b.action)).toBe('b');
  });
});

type Held = ReturnType<typeof held>;
