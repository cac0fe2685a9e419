/** The members of a merchant's profile with their documentation, read from the profile's schema. */
import { z } from 'zod';
import { merchantProfile } from './merchant.ts';

export interface ProfileMember {
  /** The path, without places in lists: `acquirerRoutes.brands`. */
  readonly path: string;
  /** Markdown of one paragraph: meaning, accepted values and default. Links are relative to `docs/operating`. */
  readonly documentation: string;
  /** The value of a profile that leaves it out; undefined without one. */
  readonly defaultValue: unknown;
  readonly isSecret: boolean;
  readonly isList: boolean;
  /** The members of a group, or of each group of a list. */
  readonly members: readonly ProfileMember[];
}

type Schema = z.core.JSONSchema.BaseSchema;

let known: readonly ProfileMember[] | undefined;

/** All members, in the order of the profile. @throws Error if a member has no description */
export function profileMembers(): readonly ProfileMember[] {
  known ??= readMembers(z.toJSONSchema(merchantProfile, { io: 'input' }), '');
  return known;
}

function readMembers(schema: Schema, prefix: string): readonly ProfileMember[] {
  const { properties, items } = notNull(schema);
  const element = items === undefined ? undefined : notNull(items as Schema);
  const members = (properties ?? element?.properties ?? {}) as Readonly<Record<string, Schema>>;
  return Object.entries(members).map(([name, member]) => readMember(prefix + name, member));
}

/** The sentence in the description of each secret. */
const SECRET = 'Stored encrypted';

function readMember(path: string, schema: Schema): ProfileMember {
  if (schema.description === undefined) {
    throw new Error(`The profile's member ${path} has no description.`);
  }
  return {
    path,
    documentation: documentationOf(schema, schema.description),
    defaultValue: schema.default,
    isSecret: schema.description.includes(SECRET),
    isList: notNull(schema).items !== undefined,
    members: readMembers(schema, `${path}.`),
  };
}

function documentationOf(schema: Schema, description: string): string {
  const taken = takes(notNull(schema));
  return [description, ...(taken === undefined ? [] : [`Takes ${taken}.`]), defaultOf(schema)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** The allowed values of each type of schema, in words, for members whose description does not state them. */
const TAKES: Readonly<Record<string, (schema: Schema) => string>> = {
  boolean: () => 'true or false',
  integer: ({ minimum, maximum }) => `a whole number from ${code(minimum)} to ${code(maximum)}`,
  number: ({ minimum, maximum }) => `a number from ${code(minimum)} to ${code(maximum)}`,
};

/** The allowed values in words; undefined if the description states them. */
function takes(schema: Schema): string | undefined {
  const { enum: values, type, minLength, maxLength, pattern } = schema;
  if (values !== undefined) {
    return listed(values.map(code));
  }
  if (type === 'string' && pattern === undefined && maxLength !== undefined) {
    return minLength === undefined ? `at most ${maxLength} characters` : `${minLength} to ${maxLength} characters`;
  }
  return TAKES[String(type)]?.(schema);
}

function listed(values: readonly string[]): string {
  return [values.slice(0, -1).join(', '), ...values.slice(-1)].join(' or ');
}

/** A group has no default, since its members have their own. */
function defaultOf(schema: Schema): string {
  const { default: value } = schema;
  const isGroup = notNull(schema).properties !== undefined;
  if (value === undefined || (isGroup && value !== null)) {
    return '';
  }
  return value === null ? 'Default: none.' : `Default: ${code(value)}.`;
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value).replaceAll(',', ', ')}\``;
}

function notNull(schema: Schema): Schema {
  return schema.anyOf?.map((one) => one as Schema).find(({ type }) => type !== 'null') ?? schema;
}
