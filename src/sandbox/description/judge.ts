/**
 * Judges messages by the facts of a description, with Ajv: requests as a strict server would, and answers so that what
 * the description does not say is a fault of whoever answered.
 */
import { isIPv4 } from 'node:net';
import { Ajv2019, type ErrorObject, type ValidateFunction } from 'ajv/dist/2019.js';
import type { Fact, Facts, OperationFact } from './facts.ts';
import { schemaOf, typesSchema } from './schemas.ts';

/** What is wrong with a value, in the words of JSON Schema: `required`, `maxLength`, `pattern`. */
export interface Problem {
  readonly rule: string;
  /** A JSON pointer to the value. */
  readonly field: string;
  /** For people: what the rule demands. */
  readonly demands: string;
}

export interface JudgedRequest {
  readonly headers: Texts;
  /** Absent: its parameters are not judged. */
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

const OPEN = 'open';
const CLOSED = 'closed';

export class Judge {
  readonly #facts: Facts;
  readonly #ajv: Ajv2019;
  readonly #compiled = new Map<Fact, { [OPEN]?: ValidateFunction; [CLOSED]?: ValidateFunction }>();

  constructor(facts: Facts) {
    this.#facts = facts;
    // The patterns of descriptions are those of ECMAScript without its flag u.
    this.#ajv = new Ajv2019({ strict: false, allErrors: true, unicodeRegExp: false, formats: FORMATS });
    this.#ajv.addSchema(typesSchema(facts, OPEN, false));
    this.#ajv.addSchema(typesSchema(facts, CLOSED, true));
  }

  /** @param path with its names in braces or as `:name`, whatever the names @throws when the facts have none such */
  operation(method: string, path: string): OperationFact {
    const found = this.#facts.operations.find((one) => one.method === method && unnamed(one.path) === unnamed(path));
    if (found === undefined) {
      throw new Error(`The description has no ${method} ${path}.`);
    }
    return found;
  }

  /** What the description forbids. Fields that it does not name are allowed, as its publisher allows them. */
  requestProblems(
    { parameters = [], request, requestRequired }: OperationFact,
    { headers, query, body }: JudgedRequest,
  ): Problem[] {
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
  unknownFields({ request }: OperationFact, body: unknown): string[] {
    if (request === undefined || body === undefined) {
      return [];
    }
    const problems = this.problems(request, body, true);
    return problems.filter(({ rule }) => rule === 'unevaluatedProperties').map(({ field }) => field);
  }

  /**
   * What the description does not allow of an answer, in sentences.
   *
   * @param known issues that count as described
   */
  answerProblems({ answers }: OperationFact, status: number, body: unknown, known: readonly string[] = []): string[] {
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

  /** Headers that an answer must have and does not, in sentences. @param names in lower case */
  missingHeaders({ answers }: OperationFact, status: number, names: readonly string[]): string[] {
    const needed = (answers[String(status)] ?? answers.default)?.headers ?? [];
    return needed.filter((name) => !names.includes(name.toLowerCase())).map((name) => `The header ${name} is missing.`);
  }

  /** @param isClosed whether fields without a fact are a problem */
  problems(fact: Fact, value: unknown, isClosed: boolean): Problem[] {
    const id = isClosed ? CLOSED : OPEN;
    const compiled = this.#compiled.get(fact) ?? {};
    const validate = compiled[id] ?? this.#ajv.compile(schemaOf(fact, id, isClosed));
    this.#compiled.set(fact, { ...compiled, [id]: validate });
    const found = validate(value) ? [] : (validate.errors ?? []).map(problemOf);
    // A type and one that it includes may both say the same.
    return [...new Map(found.map((one) => [`${one.rule} ${one.field}`, one])).values()];
  }
}

/** Headers and parameters of a query are texts, whatever they mean. */
function valueIn({ type }: Fact, value: string | readonly string[]): unknown {
  if (type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) {
    return Number(value);
  }
  return type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value;
}

function problemOf({ keyword, instancePath, params, message = '' }: ErrorObject): Problem {
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

function unnamed(path: string): string {
  return path.replace(/\{[^}]+\}|:[^/]+/g, '*');
}
