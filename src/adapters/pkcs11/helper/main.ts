/**
 * The helper process, into which the module of a token's vendor is loaded, so that a crash or memory error of it does
 * not affect the gateway. It handles requests one after the other, and ends with the gateway or when the token fails:
 * the next helper signs in anew.
 */
import type { Answer, Problem, Question } from '../messages.ts';
import { release } from './memory.ts';
import { loadModule } from './module.ts';
import { succeed, TokenError } from './return-values.ts';
import { findKey, idOf, type TokenKey, unwrap, wrap } from './token-key.ts';
import { signIn } from './tokens.ts';

let opened: TokenKey | undefined;

// A device counts sessions, and may keep abandoned ones open for a while.
process.on('disconnect', () => {
  opened?.module.functions.C_Finalize(0n);
  process.exit();
});
// Terminals and service managers send these signals to all processes, but this one ends with the gateway.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => undefined);
}
process.on('message', (message) => void answer(message as Question));

async function answer(question: Question): Promise<void> {
  const { question: number } = question;
  try {
    release();
    send({ question: number, ...(await result(question)) });
  } catch (error) {
    const problem = problemOf(error);
    // A failed token may have invalidated the open session and key, so a new process starts over.
    send({ question: number, problem }, problem.kind === 'DAMAGED' ? undefined : () => process.exit());
  }
}

async function result(question: Question) {
  switch (question.do) {
    case 'open': {
      const module = await loadModule(question.address.module);
      succeed('C_Initialize', module.functions.C_Initialize(0n));
      opened = findKey(module, signIn(module, question.address), question.address);
      return { opened: { id: opened.id, canLeave: opened.canLeave } };
    }
    case 'check':
      return { opened: { id: idOf(key()), canLeave: key().canLeave } };
    case 'wrap':
      return { bytes: wrap(key(), Buffer.from(question.bytes, 'base64'), question.place).toString('base64') };
    case 'unwrap':
      return { bytes: unwrap(key(), Buffer.from(question.bytes, 'base64'), question.place).toString('base64') };
  }
}

function key(): TokenKey {
  if (opened === undefined) {
    throw new Error('No key was opened.');
  }
  return opened;
}

function problemOf(error: unknown): Problem {
  const text = error instanceof Error ? error.message : String(error);
  return { kind: error instanceof TokenError ? error.kind : 'AWAY', text };
}

function send(answered: Answer, then: () => void = () => undefined): void {
  process.send?.(answered, then);
}
