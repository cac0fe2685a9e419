/** Validates each request and answer of the simulator against the metadata of PayPal's descriptions. */
import { readFileSync } from 'node:fs';
import {
  type DescribedRequest,
  DescriptionValidator,
  type SchemaViolation,
} from '../description/description-validator.ts';
import type { DescriptionMetadata, ValueRules } from '../description/facts.ts';
import { keepViolation, type Violation } from '../description/violations.ts';
import type { SandboxLog } from '../kit/log.ts';
import type { PayPalOperation } from './operation.ts';
import { type Issue, PayPalRefusal } from './refusal.ts';
import { UNDESCRIBED_ISSUES } from './undescribed-issues.ts';
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

const EVENT: ValueRules = { is: 'webhooks/event' };
/** By PayPal's type of the resource. No description covers disputes. */
const EVENT_FACTS: Readonly<Record<string, ValueRules>> = {
  authorization: { is: 'payments/authorization-2' },
  capture: { is: 'payments/capture-2' },
  'checkout-order': { is: 'orders/order' },
  refund: { is: 'payments/refund' },
};

let validator: DescriptionValidator | undefined;

/** One per process: it compiles each operation once, at its first call. */
function sharedValidator(): DescriptionValidator {
  validator ??= new DescriptionValidator(JSON.parse(readFileSync(FACTS_FILE, 'utf8')) as DescriptionMetadata);
  return validator;
}

export class PayPalDescriptionValidator {
  /** Answers and events that violate the descriptions. Each is a fault of the simulator. */
  readonly violations: Violation[] = [];
  /** Undescribed fields of requests. PayPal accepts them. */
  readonly unknownFields: Violation[] = [];
  /** Request ids that were refused because they came with another body. */
  readonly reusedIds: Violation[] = [];
  readonly #validator = sharedValidator();
  readonly #log: SandboxLog;

  constructor(log: SandboxLog) {
    this.#log = log;
  }

  /** @throws PayPalRefusal 400 with each invalid field */
  checkRequest({ name, method, path }: PayPalOperation, request: DescribedRequest): void {
    const operation = this.#validator.operation(method, path);
    const problems = this.#validator.requestProblems(operation, request);
    if (problems.length > 0) {
      throw this.#refusal({ method, path }, problems);
    }
    const unknown = this.#validator.unknownFields(operation, request.body);
    keepViolation(this.unknownFields, { of: name, problems: unknown });
  }

  /**
   * Validates a value that an operation derives from a request.
   *
   * @param type a type of the metadata
   * @throws PayPalRefusal 400
   */
  checkType(operation: PayPalOperation, type: string, value: unknown): void {
    const problems = this.#validator.problems({ is: type }, value, false);
    if (problems.length > 0) {
      throw this.#refusal(operation, problems);
    }
  }

  noteReusedId({ name }: PayPalOperation, requestId: string): void {
    keepViolation(this.reusedIds, { of: name, problems: [requestId] });
  }

  /** A body that is not JSON. */
  malformedBody(operation: Pick<PayPalOperation, 'method' | 'path'>): PayPalRefusal {
    return this.#refusal(operation, [{ rule: 'json', field: '/', demands: 'must be JSON' }]);
  }

  checkAnswer({ name, method, path }: PayPalOperation, status: number, body: unknown): void {
    const operation = this.#validator.operation(method, path);
    const known = UNDESCRIBED_ISSUES[name] ?? [];
    this.#count({ of: name, status, problems: this.#validator.answerProblems(operation, status, asSent(body), known) });
  }

  checkEvent(type: EventType, event: { readonly resource: object }): void {
    const problems = this.#validator.problems(EVENT, asSent(event), true);
    const described = EVENT_FACTS[EVENT_RESOURCES[type][0]];
    const inside = described === undefined ? [] : this.#validator.problems(described, asSent(event.resource), true);
    this.#count({ of: type, problems: [...problems, ...inside].map(({ field, demands }) => `${field} ${demands}`) });
  }

  clear(): void {
    this.violations.length = 0;
    this.unknownFields.length = 0;
    this.reusedIds.length = 0;
  }

  #refusal(
    { method, path }: Pick<PayPalOperation, 'method' | 'path'>,
    problems: readonly SchemaViolation[],
  ): PayPalRefusal {
    const listed = this.#validator.operation(method, path).answers['400']?.issues;
    const details = problems.map(({ rule, field }): Issue => {
      const wanted = ISSUES[rule] ?? OTHERWISE;
      const issue = wanted.find((one) => listed === undefined || listed.includes(one)) ?? listed?.[0] ?? '';
      // PayPal's `location` has values for body, path and query, but not for headers.
      const isHeader = field !== '' && !field.startsWith('/');
      return { issue, field: field === '' ? '/' : field, location: isHeader ? undefined : 'body' };
    });
    return new PayPalRefusal(400, details);
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
