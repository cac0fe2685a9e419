/** The lines of a process, beyond those of requests. */
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { InterfaceError } from '../../src/contract/interface-error.ts';
import { loggedError } from '../../src/platform/logged-error.ts';
import { createProcessLog, LogIdentity } from '../../src/platform/process-log.ts';
import { requireLogLines } from '../support/log-lines.ts';

function logOf(identity: LogIdentity) {
  const lines: string[] = [];
  const log = createProcessLog('info', identity, { write: (line) => void lines.push(line) });
  return { log, last: () => JSON.parse(lines.at(-1) ?? ''), lines };
}

it('a line names host, pid and version, and from the opening of the store the number of the process there', () => {
  const identity = new LogIdentity('1.2.3+abc');
  const { log, last, lines } = logOf(identity);
  log.info({}, 'gateway is starting');
  expect(last()).toMatchObject({ hostname: hostname(), pid: process.pid, version: '1.2.3+abc' });
  expect(last()).not.toHaveProperty('process');
  identity.process = () => 7;
  log.child({ acquirer: 'eu' }).warn({ inFlight: 2 }, 'no connection to the acquirer');
  expect(last()).toMatchObject({ process: 7, acquirer: 'eu' });
  log.warn({ evicted: { process: 3, host: 'pay-2', pid: 9 } }, 'a gateway process has no heartbeat');
  requireLogLines(lines);
});

it('an error has its class, its messages, its code and stack, and nothing that a library attached to it', () => {
  const { log, last, lines } = logOf(new LogIdentity('1'));
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', request: { card: '5123450000000008' } });
  log.error({ err: Object.assign(new TypeError('no answer', { cause }), { given: 'a secret' }) }, 'it failed');
  expect(last().err).toEqual({
    type: 'TypeError',
    message: 'no answer: refused (ECONNREFUSED)',
    stack: expect.stringContaining('process-log.test.ts'),
  });
  const refusal = loggedError(new InterfaceError('SERVER_BUSY', 'Try again.'), () => true);
  log.warn({ err: refusal }, 'request refused for now');
  expect(last().err).toMatchObject({ type: 'InterfaceError', message: 'Try again.' });
  log.warn({ err: { type: 'Refused', code: 'x', message: 'no', reason: 'why' } }, 'a sign-in failed');
  expect(last().err).toEqual({ type: 'Refused', code: 'x', message: 'no', reason: 'why' });
  requireLogLines(lines);
});
