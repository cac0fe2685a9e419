/** Validates each request and answer of the simulator against the metadata of PayPal's descriptions. */
import { readFileSync } from 'node:fs';
import type { Fact, Facts } from '../description/facts.ts';
import { Judge, type JudgedRequest, type Problem } from '../description/judge.ts';
import { keepViolation, type Violation } from '../description/violations.ts';
import type { SandboxLog } from '../log.ts';
import type { Operation } from './operation.ts';
import { type Issue, Refusal } from './refusal.ts';
import { UNDESCRIBED_ISSUES } from './undescribed.ts';
import { EVENT_RESOURCES, type EventType } from './webhooks/events.ts';

const FACTS_FILE = new URL('./facts.json', import.meta.url);

/**
 * PayPal's issues for a violated keyword of JSON Schema. The first one that the description lists for the operation is
 * used.
 */
const ISSUES: Readonly<Record<string, readonly string[]>> = {
  enum: ['INVALID_PARAMETER_VALUE', 'INVALID_PARAMETER_SYNTAX'],
  maxItems: ['INVALID_ARRAY_MAX_ITEMS', 'INVALID_PARAMETER_SYNTAX'],
  maxLength: ['INVALID_STRING_LENGTH', 'INVALID_STRING_MAX_LENGTH'],
  minItems: ['INVALID_ARRAY_MIN_ITEMS', 'INVALID_PARAMETER_SYNTAX'],
  minLength: ['INVALID_STRING_LENGTH', 'INVALID_PARAMETER_SYNTAX'],
  required: ['MISSING_REQUIRED_PARAMETER'],
  json: ['MALFORMED_REQUEST_JSON', 'INVALID_PARAMETER_SYNTAX'],
};
const OTHERWISE: readonly string[] = ['INVALID_PARAMETER_SYNTAX', 'INVALID_PARAMETER_VALUE'];

const EVENT: Fact = { is: 'webhooks/event' };
/** By PayPal's type of the resource. No description covers disputes. */
const EVENT_FACTS: Readonly<Record<string, Fact>> = {
  authorization: { is: 'payments/authorization-2' },
  capture: { is: 'payments/capture-2' },
  'checkout-order': { is: 'orders/order' },
  refund: { is: 'payments/refund' },
};

let judge: Judge | undefined;

/** One per process: it compiles each operation once, at its first call. */
function sharedJudge(): Judge {
  judge ??= new Judge(JSON.parse(readFileSync(FACTS_FILE, 'utf8')) as Facts);
  return judge;
}

export class DescriptionJudge {
  /** Answers and events that violate the descriptions. Each is a fault of the simulator. */
  readonly violations: Violation[] = [];
  /** Undescribed fields of requests. PayPal accepts them. */
  readonly unknownFields: Violation[] = [];
  /** Request ids that were refused because they came with another body. */
  readonly reusedIds: Violation[] = [];
  readonly #judge = sharedJudge();
  readonly #log: SandboxLog;

  constructor(log: SandboxLog) {
    this.#log = log;
  }

  /** @throws Refusal 400 with each invalid field */
  checkRequest({ name, method, path }: Operation, request: JudgedRequest): void {
    const operation = this.#judge.operation(method, path);
    const problems = this.#judge.requestProblems(operation, request);
    if (problems.length > 0) {
      throw this.#refusal({ method, path }, problems);
    }
    const unknown = this.#judge.unknownFields(operation, request.body);
    keepViolation(this.unknownFields, { of: name, problems: unknown });
  }

  /**
   * Validates a value that an operation derives from a request.
   *
   * @param type a type of the metadata
   * @throws Refusal 400
   */
  checkType(operation: Operation, type: string, value: unknown): void {
    const problems = this.#judge.problems({ is: type }, value, false);
    if (problems.length > 0) {
      throw this.#refusal(operation, problems);
    }
  }

  noteReusedId({ name }: Operation, requestId: string): void {
    keepViolation(this.reusedIds, { of: name, problems: [requestId] });
  }

  /** A body that is not JSON. */
  malformed(operation: Pick<Operation, 'method' | 'path'>): Refusal {
    return this.#refusal(operation, [{ rule: 'json', field: '/', demands: 'must be JSON' }]);
  }

  checkAnswer({ name, method, path }: Operation, status: number, body: unknown): void {
    const operation = this.#judge.operation(method, path);
    const known = UNDESCRIBED_ISSUES[name] ?? [];
    this.#count({ of: name, status, problems: this.#judge.answerProblems(operation, status, asSent(body), known) });
  }

  checkEvent(type: EventType, event: { readonly resource: object }): void {
    const problems = this.#judge.problems(EVENT, asSent(event), true);
    const described = EVENT_FACTS[EVENT_RESOURCES[type][0]];
    const inside = described === undefined ? [] : this.#judge.problems(described, asSent(event.resource), true);
    this.#count({ of: type, problems: [...problems, ...inside].map(({ field, demands }) => `${field} ${demands}`) });
  }

  clear(): void {
    this.violations.length = 0;
    this.unknownFields.length = 0;
    this.reusedIds.length = 0;
  }

  #refusal({ method, path }: Pick<Operation, 'method' | 'path'>, problems: readonly Problem[]): Refusal {
    const listed = this.#judge.operation(method, path).answers['400']?.issues;
    const details = problems.map(({ rule, field }): Issue => {
      const wanted = ISSUES[rule] ?? OTHERWISE;
      const issue = wanted.find((one) => listed === undefined || listed.includes(one)) ?? listed?.[0] ?? '';
      // PayPal's `location` has values for body, path and query, but not for headers.
      const isHeader = field !== '' && !field.startsWith('/');
      return { issue, field: field === '' ? '/' : field, ...(!isHeader && { location: 'body' }) };
    });
    return new Refusal(400, details);
  }

  #count(violation: Violation): void {
    if (keepViolation(this.violations, violation)) {
      this.#log.error(violation, 'PayPal’s stand-in said what the description does not');
    }
  }
}

/** The value as JSON transmits it. */
function asSent(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
