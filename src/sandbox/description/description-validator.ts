/**
 * Validates messages against a description, with Ajv. Requests are validated as by a strict server. In answers every
 * undescribed field is a fault of the answering side.
 */
import { isIPv4 } from 'node:net';
import { Ajv2019, type ErrorObject, type ValidateFunction } from 'ajv/dist/2019.js';
import type { DescriptionMetadata, OperationRules, ValueRules } from './facts.ts';
import { schemaOf, typesSchema } from './schemas.ts';

/** A violation, named by its JSON Schema keyword: `required`, `maxLength`, `pattern`. */
export interface SchemaViolation {
  readonly rule: string;
  /** A JSON pointer to the value. */
  readonly field: string;
  /** The rule's demand, in words for people. */
  readonly demands: string;
}

export interface DescribedRequest {
  readonly headers: Texts;
  /** Absent: the query's parameters are not validated. */
  readonly query?: Texts;
  readonly body: unknown;
}

type Texts = Readonly<Record<string, string | readonly string[] | undefined>>;

const FORMATS = {
  ipv4: (text: string) => isIPv4(text),
  uuid: (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  uri: (text: string) => URL.canParse(text),
  'date-time': (text: string) => /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text)),
};

/**
 * Patterns of descriptions are ECMAScript's without the flag `u`. Ajv does not validate the schemas themselves: for
 * that it compiles the schema of schemas, which took a fifth of a sandbox's start.
 */
const OPTIONS = {
  ...{ strict: false, allErrors: true, unicodeRegExp: false, formats: FORMATS },
  ...{ meta: false, validateSchema: false },
};

const OPEN = 'open';
const CLOSED_RULE = 'closed';

export class DescriptionValidator {
  readonly #facts: DescriptionMetadata;
  #ajv: Ajv2019 | undefined;
  readonly #compiled = new Map<ValueRules, { [OPEN]?: ValidateFunction; [CLOSED_RULE]?: ValidateFunction }>();

  constructor(facts: DescriptionMetadata) {
    this.#facts = facts;
  }

  /**
   * @param path the operation's path, with parameters in braces or as `:name`, under any name
   * @throws if the description has no such operation
   */
  operation(method: string, path: string): OperationRules {
    const found = this.#facts.operations.find(
      (one) => one.method === method && withoutParameterNames(one.path) === withoutParameterNames(path),
    );
    if (found === undefined) {
      throw new Error(`The description has no ${method} ${path}.`);
    }
    return found;
  }

  /** The request's violations of the description. Undescribed fields are allowed, as the publisher allows them. */
  requestProblems(
    { parameters = [], request, requestRequired }: OperationRules,
    { headers, query, body }: DescribedRequest,
  ): SchemaViolation[] {
    const wrong = parameters
      .filter((one) => one.in === 'header' || (one.in === 'query' && query !== undefined))
      .flatMap(({ name, required, fact, ...one }) => {
        const value = one.in === 'header' ? headers[name.toLowerCase()] : query?.[name];
        if (value === undefined) {
          return required === true ? [{ rule: 'required', field: name, demands: 'must be there' }] : [];
        }
        return this.problems(fact, valueIn(fact, value), false).map((problem) => ({ ...problem, field: name }));
      });
    if (request === undefined || (body === undefined && requestRequired !== true)) {
      return wrong;
    }
    return [...wrong, ...this.problems(request, body ?? {}, false)];
  }

  /** Fields of a request that the description does not name, as JSON pointers. */
  unknownFields({ request }: OperationRules, body: unknown): string[] {
    if (request === undefined || body === undefined) {
      return [];
    }
    const problems = this.problems(request, body, true);
    return problems.filter(({ rule }) => rule === 'unevaluatedProperties').map(({ field }) => field);
  }

  /** The answer's violations of the description, in sentences. @param known issues that count as described */
  answerProblems({ answers }: OperationRules, status: number, body: unknown, known: readonly string[] = []): string[] {
    const fact = answers[String(status)] ?? answers.default;
    if (fact === undefined) {
      return [`The status ${status} is not described.`];
    }
    if (fact.body === undefined) {
      return body === undefined || answers[String(status)] === undefined ? [] : ['A body is not described.'];
    }
    const wrong = this.problems(fact.body, body, true).map(({ field, demands }) => `${field || '/'} ${demands}`);
    const issues = issuesOf(body).filter((issue) => ![...(fact.issues ?? [issue]), ...known].includes(issue));
    return [...wrong, ...issues.map((issue) => `The issue ${issue} is not described for ${status}.`)];
  }

  /**
   * Returns a sentence for each required header that an answer lacks. @param names the answer's headers, in lower case
   */
  missingHeaders({ answers }: OperationRules, status: number, names: readonly string[]): string[] {
    const needed = (answers[String(status)] ?? answers.default)?.headers ?? [];
    return needed.filter((name) => !names.includes(name.toLowerCase())).map((name) => `The header ${name} is missing.`);
  }

  /** @param isClosed whether undescribed fields are a problem */
  problems(fact: ValueRules, value: unknown, isClosed: boolean): SchemaViolation[] {
    const id = isClosed ? CLOSED_RULE : OPEN;
    const compiled = this.#compiled.get(fact) ?? {};
    const validate = compiled[id] ?? this.#compiler().compile(schemaOf(fact, id, isClosed));
    this.#compiled.set(fact, { ...compiled, [id]: validate });
    const found = validate(value) ? [] : (validate.errors ?? []).map(problemOf);
    // A type and a type that it includes may report the same problem.
    return [...new Map(found.map((one) => [`${one.rule} ${one.field}`, one])).values()];
  }

  /** Made at the first message. */
  #compiler(): Ajv2019 {
    if (this.#ajv === undefined) {
      this.#ajv = new Ajv2019(OPTIONS);
      this.#ajv.addSchema(typesSchema(this.#facts, OPEN, false));
      this.#ajv.addSchema(typesSchema(this.#facts, CLOSED_RULE, true));
    }
    return this.#ajv;
  }
}

/** Headers and query parameters arrive as text, so they are converted to their described type. */
function valueIn({ type }: ValueRules, value: string | readonly string[]): unknown {
  if (type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) {
    return Number(value);
  }
  return type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value;
}

function problemOf({ keyword, instancePath, params, message = '' }: ErrorObject): SchemaViolation {
  const member = params.missingProperty ?? params.unevaluatedProperty;
  return {
    rule: keyword,
    field: member === undefined ? instancePath : `${instancePath}/${member}`,
    demands: message,
  };
}

function issuesOf(body: unknown): string[] {
  const { details } = (body ?? {}) as { details?: unknown };
  return Array.isArray(details) ? details.map(({ issue }: { issue?: unknown }) => String(issue)) : [];
}

function withoutParameterNames(path: string): string {
  return path.replace(/\{[^}]+\}|:[^/]+/g, '*');
}
