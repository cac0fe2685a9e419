import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { DOCUMENTED_OPERATIONS } from '../../../src/api/reference/documented-operations.ts';
import { EXAMPLES } from '../../../src/api/reference/examples.ts';
import { openApiDocument, openApiText } from '../../../src/api/reference/openapi/document.ts';
import { answerName, requestName } from '../../../src/api/reference/openapi/openapi-requests.ts';
import { recordedAnswers } from '../../../src/api/reference/recorded-answers.ts';
import { CONTRACT_CALLS, MERCHANT_PATH } from '../../../src/contract/calls.ts';
import type { Group } from '../../../src/contract/field.ts';
import { validationAnswer } from '../../../src/contract/fields/validation-fields.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { lockFailureAnswer } from '../../../src/contract/transaction-operations.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into at every depth.
const document: any = JSON.parse(openApiText());
const OTHER_ANSWERS: ReadonlyMap<Group, string> = new Map<Group, string>([
  [lockFailureAnswer, 'LockFailure'],
  [validationAnswer, 'Validation'],
]);
const BASE = '/api/rest/version/{version}/merchant/{merchantId}';
const TRANSACTION = `${BASE}/order/{orderId}/transaction/{transactionId}`;

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, 'openapi.json');
const validatorOf = (component: string): ValidateFunction =>
  ajv.getSchema(`openapi.json#/components/schemas/${component}`) ?? expect.unreachable(`${component} is not there`);

/** The validation errors of a value, one a line. */
function misfits(component: string, value: unknown): string[] {
  const validate = validatorOf(component);
  if (validate(value)) {
    return [];
  }
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

it('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...openApiDocument() });
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

it('the document equals docs/openapi.json; otherwise run `npm run reference`', () => {
  const committed = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  expect(committed === openApiText(), 'docs/openapi.json is stale: run npm run reference').toBe(true);
});

it('the document has every component that it refers to, and refers to every component that it has', () => {
  const refs = new Set(
    [...openApiText().matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  );
  const names = Object.entries(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, members]) => Object.keys(members as object).map((name) => `${kind}/${name}`));
  expect([...refs].sort()).toEqual(names.sort());
});

describe('operations', () => {
  it('are complete: every address of the gateway is there, with its method', () => {
    const shown = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(shown.sort()).toEqual(CONTRACT_CALLS.map(({ method, path }) => `${method} ${MERCHANT_PATH}${path}`).sort());
  });

  it.each(DOCUMENTED_OPERATIONS)('%s has every answer of its row under the status of that answer', (name) => {
    const { method, path, status, otherAnswers = [] }: Operation = OPERATIONS[name];
    const { responses } = document.paths[BASE + path][method.toLowerCase()];
    for (const { status: answered, answer } of [{ status, answer: undefined }, ...otherAnswers]) {
      const { schema } = responses[answered].content['application/json'];
      const shown = (schema.anyOf ?? [schema]).map(({ $ref }: { $ref: string }) => $ref);
      const component = (answer && OTHER_ANSWERS.get(answer)) ?? answerName(name);
      expect(shown).toContain(`#/components/schemas/${component}`);
    }
  });

  it('have an optional query parameter if they can be validated', () => {
    const withQuery = CONTRACT_CALLS.filter(
      ({ method, path }) => document.paths[BASE + path][method.toLowerCase()].parameters,
    );
    const isList = ({ path }: (typeof withQuery)[number]) => path === '/order' || path === '/orderExport';
    const validated = withQuery.filter((call) => !isList(call));
    expect(withQuery.filter(isList).length).toBe(2);
    expect(validated.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /session',
      'PUT /session/{sessionId}',
    ]);
    for (const { method, path } of validated) {
      const [parameter, ...others] = document.paths[BASE + path][method.toLowerCase()].parameters;
      expect(parameter).toMatchObject({ name: 'validate', in: 'query', schema: { enum: ['false', 'true'] } });
      expect(parameter.required).toBeUndefined();
      expect(others).toEqual([]);
    }
  });

  it('list a session’s id as the password where it is accepted', () => {
    const bySession = CONTRACT_CALLS.filter(({ access }) => access === 'MERCHANT_OR_SESSION');
    expect(bySession.map((call) => call.bySession)).toEqual([
      ['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER'],
      ['UPDATE_SESSION'],
    ]);
    for (const { method, path } of bySession) {
      expect(document.paths[BASE + path][method.toLowerCase()].security).toContainEqual({ session: [] });
    }
  });

  it('are all there under their address and method', () => {
    for (const name of DOCUMENTED_OPERATIONS) {
      const { method, path } = OPERATIONS[name];
      const operation = document.paths[BASE + path]?.[method.toLowerCase()];
      expect(operation, name).toBeDefined();
      expect(`${operation.summary} ${operation.description}`, name).toContain(OPERATIONS[name].title);
    }
  });

  it('on a transaction are distinguished by apiOperation', () => {
    const { schema } = document.paths[TRANSACTION].put.requestBody.content['application/json'];
    expect(schema.discriminator.propertyName).toBe('apiOperation');
    expect(schema.oneOf).toHaveLength(Object.keys(schema.discriminator.mapping).length);
    expect(schema.discriminator.mapping.VOID).toBe('#/components/schemas/VoidRequest');
    for (const name of Object.keys(schema.discriminator.mapping)) {
      const { required, properties } = document.components.schemas[requestName(name as 'VOID')];
      expect(required, name).toContain('apiOperation');
      expect(properties.apiOperation.enum).toEqual([name]);
    }
  });

  it('have unique ids, and every error that they may answer', () => {
    const operations = Object.values(document.paths).flatMap((item) =>
      Object.entries(item as object).flatMap(([method, operation]) => (method === 'parameters' ? [] : [operation])),
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, responses } of operations) {
      expect(Object.keys(responses), operationId).toEqual(
        expect.arrayContaining(['400', '401', '403', '404', '500', '503']),
      );
    }
  });
});

describe('schemas', () => {
  it.each(DOCUMENTED_OPERATIONS.filter((name) => EXAMPLES[name].call.body !== undefined))(
    'accept the example of %s',
    (name) => {
      const body = JSON.parse(
        JSON.stringify(EXAMPLES[name].call.body).replaceAll('$SESSION', `SESSION${'a'.repeat(24)}`),
      );
      expect(misfits(requestName(name), body)).toEqual([]);
    },
  );

  it.each(DOCUMENTED_OPERATIONS)('fit the gateway’s answer to %s', (name) => {
    const answered = recordedAnswers()[name];
    expect(misfits(answerName(name), JSON.parse(JSON.stringify(answered?.answer)))).toEqual([]);
  });

  it('accept decimals as texts and as numbers, and no other type', () => {
    const paying = (amount: unknown) => ({ apiOperation: 'PAY', order: { amount, currency: 'EUR' } });
    expect(misfits('PayRequest', paying('12.50'))).toEqual([]);
    expect(misfits('PayRequest', paying(12.5))).toEqual([]);
    for (const amount of ['12,50', true, -1, '1'.repeat(15)]) {
      expect(misfits('PayRequest', paying(amount))).not.toEqual([]);
    }
  });

  it('have lengths, patterns, values and required fields', () => {
    const refused = {
      apiOperation: 'VERIFY',
      order: { currency: 'eur', reference: 'x'.repeat(41), custom: { 'not-a-name': 'x' }, item: [{ name: 'Mug' }] },
      shipping: { method: 'BY_OWL' },
    };
    const lines = misfits('VerifyRequest', refused).map((line) => line.split(' ')[0]);
    expect(lines).toEqual(
      expect.arrayContaining([
        '/order/currency',
        '/order/reference',
        '/order/custom',
        '/order/item/0',
        '/shipping/method',
      ]),
    );
    expect(misfits('VoidRequest', { apiOperation: 'VOID' })).not.toEqual([]);
    expect(misfits('VoidRequest', { apiOperation: 'VOID', transaction: { targetTransactionId: '1' } })).toEqual([]);
  });

  it('do not require fields that the session may hold', () => {
    expect(misfits('PayRequest', { apiOperation: 'PAY', session: { id: `SESSION${'a'.repeat(24)}` } })).toEqual([]);
  });

  it('have no field of earlier versions alone', () => {
    const { properties } = document.components.schemas.Shipping;
    expect(Object.keys(properties)).toContain('contact');
    expect(Object.keys(properties)).not.toContain('firstName');
  });

  it('describe every field', () => {
    const bare: string[] = [];
    const look = (schema: { properties?: object; items?: object }, at: string): void => {
      for (const [name, inner] of Object.entries(schema.properties ?? {})) {
        if (!/^\S.*\.$/.test(inner.description ?? '')) {
          bare.push(`${at}.${name}`);
        }
        look(inner, `${at}.${name}`);
        if (inner.items !== undefined) {
          look(inner.items, `${at}.${name}[n]`);
        }
      }
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      look(schema as object, name);
    }
    expect(bare).toEqual([]);
  });
});
