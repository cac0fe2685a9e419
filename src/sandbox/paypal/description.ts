/** Validates each request and answer of the simulator against the metadata of PayPal's descriptions. */
import { asSent, DescribedInterface } from '../description/described-interface.ts';
import type { DescribedRequest, SchemaViolation } from '../description/description-validator.ts';
import type { ValueRules } from '../description/facts.ts';
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
/** The rules of an event's resource, by its PayPal type. The metadata has none of disputes. */
const EVENT_FACTS: Readonly<Record<string, ValueRules>> = {
  authorization: { is: 'payments/authorization-2' },
  capture: { is: 'payments/capture-2' },
  'checkout-order': { is: 'orders/order' },
  refund: { is: 'payments/refund' },
};

export class PayPalDescriptionValidator extends DescribedInterface {
  /** Request ids that were refused because they came with another body. */
  readonly reusedIds: Violation[] = [];

  constructor(log: SandboxLog) {
    super({ facts: FACTS_FILE, log, message: 'PayPal’s stand-in said what the description does not' });
  }

  /** @throws PayPalRefusal 400 with each invalid field */
  checkRequest({ name, method, path, isUndescribed }: PayPalOperation, request: DescribedRequest): void {
    if (isUndescribed) {
      return;
    }
    const operation = this.validator.operation(method, path);
    const problems = this.validator.requestProblems(operation, request);
    if (problems.length > 0) {
      throw this.#refusal({ method, path }, problems);
    }
    const unknown = this.validator.unknownFields(operation, request.body);
    keepViolation(this.unknownFields, { of: name, problems: unknown });
  }

  /**
   * Validates a value that an operation derives from a request.
   *
   * @param type a type of the metadata
   * @throws PayPalRefusal 400
   */
  checkType(operation: PayPalOperation, type: string, value: unknown): void {
    const problems = this.validator.problems({ is: type }, value, false);
    if (problems.length > 0) {
      throw this.#refusal(operation, problems);
    }
  }

  noteReusedId({ name }: PayPalOperation, requestId: string): void {
    keepViolation(this.reusedIds, { of: name, problems: [requestId] });
  }

  /** The refusal of a body that is not JSON. */
  malformedBody(operation: Pick<PayPalOperation, 'method' | 'path'>): PayPalRefusal {
    return this.#refusal(operation, [{ rule: 'json', field: '/', demands: 'must be JSON' }]);
  }

  checkAnswer({ name, method, path, isUndescribed }: PayPalOperation, status: number, body: unknown): void {
    if (isUndescribed) {
      return;
    }
    const operation = this.validator.operation(method, path);
    const known = UNDESCRIBED_ISSUES[name] ?? [];
    this.noteViolation({
      of: name,
      status,
      problems: this.validator.answerProblems(operation, status, asSent(body), known),
    });
  }

  checkEvent(type: EventType, event: { readonly resource: object }): void {
    const problems = this.validator.problems(EVENT, asSent(event), true);
    const described = EVENT_FACTS[EVENT_RESOURCES[type][0]];
    const inside = described === undefined ? [] : this.validator.problems(described, asSent(event.resource), true);
    this.noteViolation({
      of: type,
      problems: [...problems, ...inside].map(({ field, demands }) => `${field} ${demands}`),
    });
  }

  override clear(): void {
    super.clear();
    this.reusedIds.length = 0;
  }

  #refusal(
    { method, path }: Pick<PayPalOperation, 'method' | 'path'>,
    problems: readonly SchemaViolation[],
  ): PayPalRefusal {
    const listed = this.validator.operation(method, path).answers['400']?.issues;
    const details = problems.map(({ rule, field }): Issue => {
      const wanted = ISSUES[rule] ?? OTHERWISE;
      const issue = wanted.find((one) => listed === undefined || listed.includes(one)) ?? listed?.[0] ?? '';
      // PayPal's `location` has values for body, path and query, but not for headers.
      const isHeader = field !== '' && !field.startsWith('/');
      return { issue, field: field === '' ? '/' : field, location: isHeader ? undefined : 'body' };
    });
    return new PayPalRefusal(400, details);
  }
}
