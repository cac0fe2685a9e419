/**
 * Checks a JSON answer against the contract: every ALWAYS PROVIDED field is present, every field is in the contract,
 * and every value has the type that answers have. The exact reader parses the answer, so that a number is checked by
 * its text and not by its rounding to a double.
 */
import {
  existsIn,
  type Field,
  type FreeNames,
  type Group,
  type List,
  type Node,
  typeIn,
} from '../../src/contract/field.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue, readJson } from '../../src/contract/json.ts';

export interface AnswerProblem {
  /** Dotted path, lists by index: `order.item[0].name`. */
  readonly path: string;
  readonly problem: 'ABSENT' | 'UNKNOWN' | 'WRONG';
  /** The values that the contract allows there. */
  readonly allowed: string;
}

/** @param body an answer's text, or the exact reader's result */
export function answerProblems(contract: Group, body: string | JsonValue, version: number): AnswerProblem[] {
  const answer = typeof body === 'string' ? readJson(Buffer.from(body, 'utf8')) : body;
  return [...inGroup(contract, answer, '', version)];
}

function* inGroup({ members }: Group, value: JsonValue, path: string, version: number): Generator<AnswerProblem> {
  if (!isJsonObject(value)) {
    yield { path, problem: 'WRONG', allowed: 'an object' };
    return;
  }
  const prefix = path === '' ? '' : `${path}.`;
  for (const name of Object.keys(value)) {
    const node = Object.hasOwn(members, name) ? members[name] : undefined;
    if (node === undefined || !existsIn(node, version)) {
      yield { path: prefix + name, problem: 'UNKNOWN', allowed: `nothing of this name in version ${version}` };
    } else {
      yield* inNode(node, value[name] as JsonValue, prefix + name, version);
    }
  }
  yield* absentMembers(members, value, prefix, version);
}

function* absentMembers(
  members: Group['members'],
  value: JsonObject,
  prefix: string,
  version: number,
): Generator<AnswerProblem> {
  for (const [name, node] of Object.entries(members)) {
    const isAlways = (node.kind === 'field' || node.kind === 'group') && node.always;
    if (isAlways && existsIn(node, version) && !Object.hasOwn(value, name)) {
      yield { path: prefix + name, problem: 'ABSENT', allowed: 'it is always provided' };
    }
  }
}

function* inNode(node: Node, value: JsonValue, path: string, version: number): Generator<AnswerProblem> {
  if (node.kind === 'field') {
    yield* inField(node, value, path, version);
  } else if (node.kind === 'group') {
    yield* inGroup(node, value, path, version);
  } else if (node.kind === 'list') {
    yield* inList(node, value, path, version);
  } else {
    yield* inFreeNames(node, value, path, version);
  }
}

function* inField(field: Field, value: JsonValue, path: string, version: number): Generator<AnswerProblem> {
  const type = field.answered ?? typeIn(field, version);
  const isNumber = value instanceof JsonNumber;
  if (isNumber === type.answersNumber && type.accepts(isNumber ? value.text : value)) {
    return;
  }
  const allowed = type.answersNumber ? `a JSON number: ${type.allowed}` : type.allowed;
  yield { path, problem: 'WRONG', allowed };
}

function* inList(list: List, value: JsonValue, path: string, version: number): Generator<AnswerProblem> {
  if (!Array.isArray(value) || value.length > list.elementsMax) {
    yield { path, problem: 'WRONG', allowed: `an array of at most ${list.elementsMax} objects` };
  } else {
    for (const [index, element] of value.entries()) {
      yield* inGroup(list.element, element, `${path}[${index}]`, version);
    }
  }
}

function* inFreeNames(names: FreeNames, value: JsonValue, path: string, version: number): Generator<AnswerProblem> {
  if (!isJsonObject(value) || Object.keys(value).length > names.membersMax) {
    yield { path, problem: 'WRONG', allowed: `an object of at most ${names.membersMax} members` };
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (!names.name.test(name)) {
      yield { path: `${path}.${name}`, problem: 'UNKNOWN', allowed: names.nameAllowed };
    } else {
      yield* inNode(names.member, member, `${path}.${name}`, version);
    }
  }
}
