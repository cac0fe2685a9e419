import { describe, expect, it } from 'vitest';
import { AT_LENGTH } from './at-length.ts';

let underWay = 0;

describe('tests after a concurrent one with the same options', () => {
  it.concurrent('are declared', AT_LENGTH, () => undefined);

  it.each([1, 2])('run one after another: %i', AT_LENGTH, async () => {
    underWay += 1;
    await new Promise((resolve) => setImmediate(resolve));
    expect(underWay).toBe(1);
    underWay -= 1;
  });

  it('leave the options unchanged', () => {
    expect(AT_LENGTH).toEqual({ tags: 'at-length' });
    expect((AT_LENGTH as { concurrent?: boolean }).concurrent).toBeUndefined();
  });
});
