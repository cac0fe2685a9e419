/**
 * Metadata of a published interface description: names, types and limits of fields. The description itself may not be
 * stored here; its metadata may. `scripts/description-facts.ts` generates it.
 */

/** The rules for one value. */
export interface ValueRules {
  /** The name of a type whose rules apply. */
  readonly is?: string;
  readonly type?: 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string';
  /** The only allowed values. */
  readonly values?: readonly string[];
  readonly pattern?: string;
  readonly format?: 'date-time' | 'ipv4' | 'uri' | 'uuid';
  /** Characters of a string, or items of an array. */
  readonly min?: number;
  readonly max?: number;
  /** Minimum and maximum of a number. */
  readonly least?: number;
  readonly most?: number;
  /** The rules for each item of an array. */
  readonly of?: ValueRules;
  /** The fields of an object. */
  readonly fields?: Readonly<Record<string, ValueRules>>;
  /** Required fields without rules here: an included type has them, or the description lacks them. */
  readonly needs?: readonly string[];
  /** The rules for each field of an object that `fields` does not name. Absent: there are no such fields. */
  readonly others?: ValueRules;
  /** Types whose fields an object has in addition to its own. */
  readonly includes?: readonly string[];
  /** Alternatives, at least one of which the value must satisfy. */
  readonly any?: readonly ValueRules[];
  /** Set for a required field. */
  readonly required?: true;
}

export interface ParameterRules {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly required?: true;
  readonly fact: ValueRules;
}

export interface AnswerRules {
  /** Absent if the answer has no body. */
  readonly body?: ValueRules;
  /** Names of required headers. */
  readonly headers?: readonly string[];
  /** The issues that an error may name; absent: the description lists none. */
  readonly issues?: readonly string[];
}

export interface OperationRules {
  readonly method: string;
  /** The path, with the names of its parameters in braces. */
  readonly path: string;
  readonly parameters?: readonly ParameterRules[];
  readonly request?: ValueRules;
  readonly requestRequired?: true;
  /** The answers by status. `default` applies to every other status. */
  readonly answers: Readonly<Record<string, AnswerRules>>;
}

export interface DescriptionMetadata {
  /** Titles and versions of the source descriptions. */
  readonly from: Readonly<Record<string, string>>;
  readonly operations: readonly OperationRules[];
  readonly types: Readonly<Record<string, ValueRules>>;
}
