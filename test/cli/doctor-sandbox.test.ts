// @module-tag at-length
/** A newcomer's first steps: `npm start`, and then `npm run turnpike -- doctor TESTSHOP` beside it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';
import { turnpikeProcess } from './turnpike.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasDirectoryServers: true });
});
afterAll(() => stack.close());

it('the doctor reports everything as working in the sandbox, beside the running gateway', async () => {
  const { code, out, err } = await turnpikeProcess(stack.dataDir, ['doctor', 'TESTSHOP'], {
    DATABASE_URL: stack.databaseUrl,
    ACQUIRER_URL: `iso8583://127.0.0.1:${stack.acquirerPort}`,
    PUBLIC_ORIGIN: stack.origin,
    SANDBOX_PORT: new URL(stack.shopOrigin).port,
    SANDBOX_3DS_PORT: `${stack.threeDSPort}`,
  });
  expect(err).toBe('');
  const lines = out.trimEnd().split('\n');
  expect(lines.at(-1)).toMatch(/^\d+ well, 0 doubtful, 0 will fail\.$/);
  expect(lines.filter((line) => !line.startsWith('well ')).length).toBe(1);
  expect(lines.filter((line) => /^well +directory servers +\w+, https:.+ answers\.$/.test(line))).toHaveLength(5);
  expect(code).toBe(0);
});
