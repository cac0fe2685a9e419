/**
 * Metadata of a published interface description: names, types and limits of fields. The description itself may not be
 * stored here; its metadata may. `scripts/description-facts.ts` generates it.
 */

/** The rules for one value. */
export interface Fact {
  /** The name of a type that has the other rules. */
  readonly is?: string;
  readonly type?: 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string';
  /** The only allowed values. */
  readonly values?: readonly string[];
  readonly pattern?: string;
  readonly format?: 'date-time' | 'ipv4' | 'uri' | 'uuid';
  /** Characters of a string, or items of an array. */
  readonly min?: number;
  readonly max?: number;
  /** Limits of a number. */
  readonly least?: number;
  readonly most?: number;
  /** Each item of an array. */
  readonly of?: Fact;
  /** The fields of an object. */
  readonly fields?: Readonly<Record<string, Fact>>;
  /** Required fields without rules here: an included type has them, or the description lacks them. */
  readonly needs?: readonly string[];
  /** The rules for each field of an object that `fields` does not name. Absent: there are no such fields. */
  readonly others?: Fact;
  /** Types that an object includes: it has their fields beside its own. */
  readonly includes?: readonly string[];
  /** At least one of them applies. */
  readonly any?: readonly Fact[];
  /** For a field: it is required. */
  readonly required?: true;
}

export interface ParameterFact {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly required?: true;
  readonly fact: Fact;
}

export interface AnswerFact {
  /** Absent: it has no body. */
  readonly body?: Fact;
  /** Names of required headers. */
  readonly headers?: readonly string[];
  /** The issues that an error may name; absent: the description lists none. */
  readonly issues?: readonly string[];
}

export interface OperationFact {
  readonly method: string;
  /** With the parameters' names in braces. */
  readonly path: string;
  readonly parameters?: readonly ParameterFact[];
  readonly request?: Fact;
  readonly requestRequired?: true;
  /** By status. `default` applies to every other status. */
  readonly answers: Readonly<Record<string, AnswerFact>>;
}

export interface Facts {
  /** Titles and versions of the source descriptions. */
  readonly from: Readonly<Record<string, string>>;
  readonly operations: readonly OperationFact[];
  readonly types: Readonly<Record<string, Fact>>;
}
