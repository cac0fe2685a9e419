/** The generated tables compared with the descriptions that they were made from. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { factsFileOf, factsText } from '../../../scripts/description-facts.ts';
import { DESCRIBED } from '../../../scripts/lib/described.ts';
import { DESCRIPTIONS, wholeProblems } from './whole.ts';

const isAbsent = DESCRIPTIONS.length === 0;

/** OpenAPI 3.0 keywords that JSON Schema lacks or interprets differently; a value of false has no effect. */
const OWN_WORDS = ['nullable', 'discriminator', 'xml', 'exclusiveMinimum', 'exclusiveMaximum'];

function schemasIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const own = 'type' in value || '$ref' in value || 'allOf' in value ? [value as Record<string, unknown>] : [];
  return [...own, ...Object.values(value).flatMap(schemasIn)];
}

describe.each(Object.entries(DESCRIBED))('the tables of %s', (_, described) => {
  const text = readFileSync(factsFileOf(described), 'utf8');

  it('equal the script’s output for the descriptions', ({ skip }) => {
    const made = factsText(described);
    skip(made === undefined, 'The descriptions do not lie beside this checkout.');
    expect(made).toBe(text);
  });

  it('contain no sentence of the descriptions', () => {
    const values = JSON.stringify(JSON.parse(text), (name, value: unknown) =>
      name === 'pattern' || name === 'from' ? undefined : value,
    );
    const texts = values.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
    expect(texts.filter((one) => one.trim().split(/\s+/).length > 2)).toEqual([]);
  });
});

describe('the bank’s descriptions', () => {
  it('use no keyword that JSON Schema interprets differently', ({ skip }) => {
    skip(isAbsent, 'The descriptions do not lie beside this checkout.');
    const schemas = DESCRIPTIONS.flatMap(([, { components }]) => schemasIn(components.schemas));
    expect(schemas.length).toBeGreaterThan(500);
    expect(schemas.filter((schema) => OWN_WORDS.some((word) => word in schema && schema[word] !== false))).toEqual([]);
  });

  it('report the errors of an answer and of a request', ({ skip }) => {
    skip(isAbsent, 'The descriptions do not lie beside this checkout.');
    const exchange = {
      method: 'POST',
      path: '/v2/checkout/orders',
      request: {},
      status: 201,
      answer: { status: 'PAID' },
    };
    expect(wholeProblems(exchange)).toEqual([
      " must have required property 'intent'",
      " must have required property 'purchase_units'",
      '201: /status must be equal to one of the allowed values',
    ]);
    const refused = { details: [{ issue: 'ORDER_NOT_FOUND' }] };
    expect(wholeProblems({ ...exchange, status: 422, answer: refused })).not.toEqual([]);
  });
});
