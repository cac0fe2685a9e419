/**
 * The page about merchant profiles, generated from their schema: every member with its meaning, type and default. `npm
 * run reference` writes it, and a test fails if the committed page differs.
 */
import { z } from 'zod';
import { merchantProfile } from '../src/core/merchant/merchant.ts';
import { wrapped } from './lib/wrapped.ts';

export const PROFILE_FILE = new URL('../docs/operating/merchant-profile.md', import.meta.url);

type Schema = z.core.JSONSchema.BaseSchema;

const INTRODUCTION = [
  '# Merchant profile',
  'A profile is a JSON file that `npm run turnpike -- merchant put FILE.json` stores; a running gateway sees a change ' +
    'within a second. The smallest one is `{"id": "SHOP", "name": "My shop"}`: every other member has a default. A ' +
    'member that is not on this page is refused, unless its name begins with an underscore: those are notes to ' +
    'yourself.',
  'This page is made from the schema of the profile by `npm run reference`. Do not edit it.',
];

/** @throws Error if a member has no description */
export function profileReference(): string {
  const profile = z.toJSONSchema(merchantProfile, { io: 'input' });
  const members = Object.entries(membersOf(profile)).map(([name, member]) => section(name, member));
  return `${[...INTRODUCTION.map((text) => wrapped(text)), ...members].join('\n\n')}\n`;
}

function section(name: string, schema: Schema): string {
  const inner = linesOf(name, schema);
  const text = [`## \`${name}\``, wrapped(described(name, schema))];
  return [...text, ...(inner.length === 0 ? [] : [inner.join('\n')])].join('\n\n');
}

/** One line for each member, followed by the members of its group. */
function linesOf(name: string, schema: Schema): string[] {
  return Object.entries(membersOf(schema)).flatMap(([own, member]) => {
    const path = `${name}.${own}`;
    return [wrapped(`- \`${path}\`: ${described(path, member)}`, '  '), ...linesOf(path, member)];
  });
}

function described(path: string, schema: Schema): string {
  if (schema.description === undefined) {
    throw new Error(`The profile's member ${path} has no description.`);
  }
  const taken = takes(notNull(schema));
  return [schema.description, ...(taken === undefined ? [] : [`Takes ${taken}.`]), defaultOf(schema)]
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
    return `${minLength} to ${maxLength} characters`;
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

/** The members of a group, or of each group of a list. */
function membersOf(schema: Schema): Readonly<Record<string, Schema>> {
  const { properties, items } = notNull(schema);
  const element = items === undefined ? undefined : notNull(items as Schema);
  return (properties ?? element?.properties ?? {}) as Readonly<Record<string, Schema>>;
}
