/**
 * The helper process, into which the module of a token's vendor is loaded, so that its crash or memory error does not
 * affect the gateway. The helper handles one request at a time. It ends with the gateway, or when the token fails; the
 * next helper then signs in again.
 */
import type { HelperAnswer, Question, TokenProblem } from '../messages.ts';
import { releaseMemory } from './memory.ts';
import { loadModule } from './module.ts';
import { requireSuccess, TokenError } from './return-values.ts';
import { findKey, keyIdOf, type TokenKey, unwrap, wrap } from './token-key.ts';
import { signIn } from './tokens.ts';

let currentKey: TokenKey | undefined;

// End the session at the token: a device limits the number of sessions, and may leave abandoned sessions open for a
// while.
process.on('disconnect', () => {
  currentKey?.module.functions.C_Finalize(0n);
  process.exit();
});
// Terminals and service managers send these signals to all processes. Ignore them: the helper ends with the gateway.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => undefined);
}
process.on('message', (message) => void answer(message as Question));

async function answer(question: Question): Promise<void> {
  const { question: number } = question;
  try {
    releaseMemory();
    send({ question: number, ...(await result(question)) });
  } catch (error) {
    const problem = problemOf(error);
    // A failed token may have invalidated the open session and key, so end this process and let a new one sign in.
    send({ question: number, problem }, problem.kind === 'DAMAGED' ? undefined : () => process.exit());
  }
}

async function result(question: Question) {
  switch (question.do) {
    case 'open': {
      const module = await loadModule(question.address.module);
      requireSuccess('C_Initialize', module.functions.C_Initialize(0n));
      currentKey = findKey(module, signIn(module, question.address), question.address);
      return { opened: { id: currentKey.id, canLeave: currentKey.canLeave } };
    }
    case 'check':
      return { opened: { id: keyIdOf(key()), canLeave: key().canLeave } };
    case 'wrap':
      return { bytes: wrap(key(), Buffer.from(question.bytes, 'base64'), question.place).toString('base64') };
    case 'unwrap':
      return { bytes: unwrap(key(), Buffer.from(question.bytes, 'base64'), question.place).toString('base64') };
  }
}

function key(): TokenKey {
  if (currentKey === undefined) {
    throw new Error('No key was opened.');
  }
  return currentKey;
}

function problemOf(error: unknown): TokenProblem {
  const text = error instanceof Error ? error.message : String(error);
  return { kind: error instanceof TokenError ? error.kind : 'AWAY', text };
}

function send(answered: HelperAnswer, then: () => void = () => undefined): void {
  process.send?.(answered, then);
}
