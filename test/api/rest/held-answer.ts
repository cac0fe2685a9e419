/** Validates every answer that a REST test gets against the contract of the called operation. */

import { CONTRACT_CALLS, type ContractCall } from '../../../src/contract/calls.ts';
import { VERSION_MAX } from '../../../src/contract/field.ts';
import { errorAnswer } from '../../../src/contract/fields/error-fields.ts';
import { validationAnswer } from '../../../src/contract/fields/validation-fields.ts';
import { isJsonObject, JsonError, readJson } from '../../../src/contract/json.ts';
import { type ContractOperation, OPERATIONS } from '../../../src/contract/operations.ts';
import { type AnswerProblem, answerProblems } from '../../support/answer-problems.ts';

export interface Called {
  readonly method: string;
  /** Below the merchant's address. */
  readonly path: string;
  /** As it was sent. */
  readonly body: Uint8Array | undefined;
  readonly version: number;
}

/** @throws Error naming every part of the answer that violates the contract */
export function holdAnswer(called: Called, status: number, text: string): void {
  const operation = operationOf(called);
  if (operation === undefined || text.length > READ_CHARACTERS_MAX) {
    return;
  }
  const isRefusal = status >= 400;
  const isValidation = called.path.endsWith('?validate=true');
  const contract = isRefusal ? errorAnswer : isValidation ? validationAnswer : OPERATIONS[operation].answer;
  const problems = answerProblems(contract, text, isRefusal ? VERSION_MAX : called.version).filter(
    (one) => !isExpected(one, text),
  );
  if (problems.length === 0) {
    return;
  }
  const message = problems.map(({ path, problem, allowed }) => `${path} is ${problem}: ${allowed}`).join('\n');
  throw new Error(
    `${called.method} ${called.path} ${called.version} (${operation}) answered ${status} ${text}\n${message}`,
  );
}

/** A long list of items makes an answer with more members than the exact reader, made for requests, accepts. */
const READ_CHARACTERS_MAX = 32_768;

/** The answer for a locked order has the ids alone. */
function isExpected({ problem }: AnswerProblem, text: string): boolean {
  return problem === 'ABSENT' && text.includes('"gatewayCode":"LOCK_FAILURE"');
}

/** The operation of a call; undefined where the address or the method is not in the interface. */
export function operationOf({ method, path, body }: Called): ContractOperation | undefined {
  const { operations: here = [], unnamed } = CONTRACT_CALLS.find((call) => isAt(call, method, path)) ?? {};
  return here.find((name) => name === nameIn(body)) ?? unnamed ?? here[0];
}

function isAt(call: ContractCall, method: string, path: string): boolean {
  const segments = path.split('?', 1)[0]!.replace(/\/$/, '').split('/');
  const template = call.path.split('/');
  return (
    call.method === method &&
    template.length === segments.length &&
    template.every((segment, index) => segment.startsWith('{') || segment === segments[index])
  );
}

function nameIn(body: Uint8Array | undefined): unknown {
  try {
    const value = readJson(body ?? new Uint8Array());
    return isJsonObject(value) ? value.apiOperation : undefined;
  } catch (error) {
    if (error instanceof JsonError) {
      return undefined;
    }
    throw error;
  }
}
