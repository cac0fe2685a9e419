/**
 * Facts of a published interface description: names, types and limits of fields, which may stand here where the
 * description itself does not. `scripts/description-facts.ts` makes them.
 */

/** What may be said of one value. */
export interface Fact {
  /** The name of a type that says the rest. */
  readonly is?: string;
  readonly type?: 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string';
  /** The only values. */
  readonly values?: readonly string[];
  readonly pattern?: string;
  readonly format?: 'date-time' | 'ipv4' | 'uri' | 'uuid';
  /** Characters of a text, items of an array. */
  readonly min?: number;
  readonly max?: number;
  /** Of a number. */
  readonly least?: number;
  readonly most?: number;
  /** Each item of an array. */
  readonly of?: Fact;
  /** Of an object. */
  readonly fields?: Readonly<Record<string, Fact>>;
  /** Fields that must be there, and whose facts stand elsewhere: in a type that is included, or nowhere. */
  readonly needs?: readonly string[];
  /** Each field of an object that has no fact of its own; absent: there are none such. */
  readonly others?: Fact;
  /** Types whose fields an object has beside its own. */
  readonly includes?: readonly string[];
  /** One of them holds. */
  readonly any?: readonly Fact[];
  /** As a field: it must be there. */
  readonly required?: true;
}

export interface ParameterFact {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly required?: true;
  readonly fact: Fact;
}

export interface AnswerFact {
  /** Absent: it has none. */
  readonly body?: Fact;
  /** Names of headers that it must have. */
  readonly headers?: readonly string[];
  /** The issues that an error may name; absent: the description lists none. */
  readonly issues?: readonly string[];
}

export interface OperationFact {
  readonly method: string;
  /** With `{names}` in braces. */
  readonly path: string;
  readonly parameters?: readonly ParameterFact[];
  readonly request?: Fact;
  readonly requestRequired?: true;
  /** By status; `default` is for those that have no entry. */
  readonly answers: Readonly<Record<string, AnswerFact>>;
}

export interface Facts {
  /** Titles and versions of the descriptions that they were taken from. */
  readonly from: Readonly<Record<string, string>>;
  readonly operations: readonly OperationFact[];
  readonly types: Readonly<Record<string, Fact>>;
}
