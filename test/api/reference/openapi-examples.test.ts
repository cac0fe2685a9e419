/** Every example of docs/openapi.json against the schema beside it. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { DOCUMENTED_OPERATIONS } from '../../../src/api/reference/documented-operations.ts';
import { answerName } from '../../../src/api/reference/openapi/openapi-requests.ts';
import { recordedAnswers } from '../../../src/api/reference/recorded-answers.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as Json;

const FORMATS = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)) && text.includes('T'),
  email: /^[^@\s]+@[^@\s]+$/,
  uri: (text: string) => URL.canParse(text),
};

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
ajv.addSchema(document as object, 'openapi.json');

interface Example {
  readonly at: string;
  readonly schema: string;
  readonly value: Json;
}

const isObject = (one: Json | undefined): one is { readonly [name: string]: Json } =>
  typeof one === 'object' && one !== null && !Array.isArray(one);

/** @param at of the node, a JSON pointer */
function examplesOf(node: Json, at = ''): Example[] {
  if (!isObject(node)) {
    return Array.isArray(node) ? node.flatMap((one, index) => examplesOf(one, `${at}/${index}`)) : [];
  }
  const within = Object.entries(node).flatMap(([name, one]) =>
    name === 'examples' || name === 'example'
      ? []
      : examplesOf(one, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  const { schema, example, examples } = node;
  const beside = isObject(schema) ? `${at}/schema` : at;
  const named = isObject(examples)
    ? Object.entries(examples).map(([name, one]) => [name, isObject(one) ? one.value! : one] as const)
    : Array.isArray(examples)
      ? examples.map((one, index) => [`${index}`, one] as const)
      : [];
  const all = [...(example === undefined ? [] : [['example', example] as const]), ...named];
  return [...within, ...all.map(([name, value]) => ({ at: `${at} (${name})`, schema: beside, value }))];
}

const EXAMPLES = examplesOf(document);

it('there are examples of requests and of errors', () => {
  const of = (part: string) => EXAMPLES.filter(({ at }) => at.includes(part)).length;
  expect(of('/requestBody/')).toBeGreaterThan(20);
  expect(of('/components/responses/')).toBeGreaterThan(4);
});

it.each(DOCUMENTED_OPERATIONS)(
  'the recorded answer to %s fits the schema of its operation, formats included',
  (name) => {
    const validate = ajv.getSchema(`openapi.json#/components/schemas/${answerName(name)}`)!;
    const isFit = validate(JSON.parse(JSON.stringify(recordedAnswers()[name]?.answer)));
    expect([isFit, validate.errors]).toEqual([true, null]);
  },
);

it('each example matches its own schema', () => {
  const misfits = EXAMPLES.flatMap(({ at, schema, value }) => {
    const pointer = schema.split('/').map(encodeURIComponent).join('/');
    const validate = ajv.getSchema(`openapi.json#${pointer}`);
    if (validate === undefined) {
      return [`${at}: no schema`];
    }
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${at}${instancePath} ${message}`);
  });
  expect(misfits).toEqual([]);
});
