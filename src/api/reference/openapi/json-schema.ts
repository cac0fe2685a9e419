/**
 * JSON Schema (2020-12, the dialect of OpenAPI 3.1) of the contract's groups and fields in one version. In
 * requests, a decimal or a digit string may be a JSON string or a number; in answers, each field has one JSON type.
 */
import { type Field, type FreeNames, type Group, type List, type Node, typeIn } from '../../../contract/field.ts';
import type { FieldType, Keywords } from '../../../contract/field-types.ts';
import { membersOfVersion } from '../../../contract/versioned-schema.ts';
import type { Side } from '../../../web/views/docs/index.ts';

export interface OpenApiSchema {
  readonly [keyword: string]: unknown;
}

export interface SchemaOptions {
  readonly side: Side;
  readonly version: number;
  /** Dotted paths of required fields, in addition to those that their own group requires. */
  readonly requires?: readonly string[];
  /** The reference for a group that has a name in the document. */
  readonly named?: (group: Group) => string | undefined;
}

/** @param path the group's path in its tree, with a trailing dot: `order.` */
export function groupSchema(group: Group, options: SchemaOptions, path = ''): OpenApiSchema {
  const known = options.named?.(group);
  if (known !== undefined) {
    return { $ref: known };
  }
  const members = membersOfVersion(group, options.version).inOrder;
  const must = members.filter(({ name, node }) => mustBe(node, path + name, options)).map(({ name }) => name);
  return {
    type: 'object',
    required: must.length > 0 ? must : undefined,
    properties: Object.fromEntries(
      members.map(({ name, node }) => [name, withDescription(node, nodeSchema(node, path + name, options))]),
    ),
  };
}

function mustBe(node: Node, path: string, { side, requires = [] }: SchemaOptions): boolean {
  if (side === 'answer') {
    return (node.kind === 'field' || node.kind === 'group') && node.always;
  }
  const named = requires.some((one) => one === path || one.startsWith(`${path}.`));
  return named || (node.kind === 'field' && node.required);
}

function nodeSchema(node: Node, path: string, options: SchemaOptions): OpenApiSchema {
  switch (node.kind) {
    case 'field':
      return fieldSchema(node, options);
    case 'group':
      return groupSchema(node, options, `${path}.`);
    case 'list':
      return listSchema(node, path, options);
    case 'free':
      return freeSchema(node, path, options);
  }
}

function withDescription(node: Node, schema: OpenApiSchema): OpenApiSchema {
  return { description: node.doc, ...schema };
}

function listSchema({ element, elementsMax }: List, path: string, options: SchemaOptions): OpenApiSchema {
  return { type: 'array', maxItems: elementsMax, items: groupSchema(element, options, `${path}[n].`) };
}

function freeSchema({ name, membersMax, member }: FreeNames, path: string, options: SchemaOptions): OpenApiSchema {
  return {
    type: 'object',
    maxProperties: membersMax,
    propertyNames: { pattern: name.source },
    additionalProperties: withDescription(member, nodeSchema(member, `${path}.X`, options)),
  };
}

function fieldSchema(field: Field, { side, version }: SchemaOptions): OpenApiSchema {
  const type = (side === 'answer' ? field.answered : undefined) ?? typeIn(field, version);
  return side === 'answer' ? answerSchema(type) : requestedSchema(type);
}

export function requestedSchema(type: FieldType): OpenApiSchema {
  const one = valueSchema(type);
  if (type.takesBoolean) {
    return { oneOf: [one, { type: 'number' }, { type: 'boolean' }] };
  }
  return type.takesNumber ? { oneOf: [one, numberSchema(type)] } : one;
}

function answerSchema(type: FieldType): OpenApiSchema {
  return type.answersNumber ? numberSchema(type) : valueSchema(type);
}

function valueSchema({ name, keywords }: FieldType): OpenApiSchema {
  if (name === 'Boolean') {
    return { type: 'boolean' };
  }
  if (keywords.items !== undefined) {
    return { type: 'array', items: textSchema(keywords.items) };
  }
  return textSchema(keywords);
}

/** Drops the bounds of a number, which do not apply to a text. */
function textSchema({ minimum: _least, maximum: _most, ...keywords }: Keywords): OpenApiSchema {
  return { type: 'string', ...keywords };
}

function numberSchema({ name, keywords: { minimum, maximum } }: FieldType): OpenApiSchema {
  return { type: name === 'Decimal' ? 'number' : 'integer', minimum, maximum };
}
