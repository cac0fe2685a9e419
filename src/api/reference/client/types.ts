/** Converts JSON Schema, as in the OpenAPI document, to TypeScript types. */
import type { OpenApiSchema } from '../openapi/json-schema.ts';

const REF = '#/components/schemas/';
/** Line width of the generated file. */
const LINE_CHARACTERS_MAX = 120;

/** @returns the schema's name as a valid type name: `3DSecure` is not one */
export function typeName(schema: string): string {
  return /^\d/.test(schema) ? `_${schema}` : schema;
}

/**
 * @param name the schema's name in the document
 * @param indent the indentation of a declaration in a namespace
 */
export function declaration(name: string, schema: OpenApiSchema, indent = ''): string {
  const exported = indent === '' ? 'export ' : '';
  return `${comment(schema, indent)}${indent}${exported}interface ${typeName(name)} ${typeText(schema, indent)}\n`;
}

/** @throws TypeError for a schema that the contract does not generate */
function typeText(schema: OpenApiSchema, indent: string): string {
  const { $ref, enum: values, oneOf, type } = schema;
  if (typeof $ref === 'string') {
    return typeName($ref.slice(REF.length));
  }
  if (Array.isArray(values)) {
    return values.map((value) => quoteLiteral(String(value))).join(' | ');
  }
  if (Array.isArray(oneOf)) {
    return [...new Set((oneOf as OpenApiSchema[]).map((one) => typeText(one, indent)))].join(' | ');
  }
  switch (type) {
    case 'object':
      return objectText(schema, indent);
    case 'array':
      return `readonly (${typeText(schema.items as OpenApiSchema, indent)})[]`;
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'string':
      return type;
    default:
      throw new TypeError(`No type is known for the schema ${JSON.stringify(schema).slice(0, 200)}.`);
  }
}

function objectText({ properties = {}, required = [], additionalProperties }: OpenApiSchema, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties as Record<string, OpenApiSchema>).map(([name, member]) => {
    const optional = (required as string[]).includes(name) ? '' : '?';
    return `${comment(member, inner)}${inner}readonly ${key(name)}${optional}: ${typeText(member, inner)};\n`;
  });
  if (typeof additionalProperties === 'object' && additionalProperties !== null) {
    members.push(`${inner}readonly [name: string]: ${typeText(additionalProperties as OpenApiSchema, inner)};\n`);
  }
  return members.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${members.join('')}${indent}}`;
}

/** Renders a schema's description as a comment. */
export function comment({ description }: OpenApiSchema, indent: string): string {
  if (typeof description !== 'string') {
    return '';
  }
  const text = description.replaceAll('*/', '* /');
  const short = `${indent}/** ${text} */\n`;
  return short.length <= LINE_CHARACTERS_MAX + 1 ? short : longComment(text, indent);
}

function longComment(text: string, indent: string): string {
  const room = LINE_CHARACTERS_MAX - indent.length - ' * '.length;
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteLiteral(name);
}

function quoteLiteral(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
