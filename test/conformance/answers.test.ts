/**
 * Checks every row of the interface's response tables against the contract of each operation that answers it, by the
 * same checker that every answer of the real gateway passes.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { type Group, VERSION_MAX } from '../../src/contract/field.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { writeGroup } from '../../src/contract/write.ts';
import { readBody } from '../contract/body.ts';
import { type AnswerProblem, answerProblems } from '../support/answer-problems.ts';
import { acceptedBy, type Case, casesOf, casesOutside, named, refusedBy } from './cases.ts';
import { bodyWith, errorPathOf, put } from './interface/body.ts';
import { examplesOf } from './interface/examples.ts';
import type { InterfaceField } from './interface/field.ts';
import { FIELDS } from './interface/index.ts';

const answered = FIELDS.filter(({ side }) => side === 'response');
const both = FIELDS.filter(({ side }) => side === 'both');
const tried = { rows: 0, accepted: 0, refused: 0, absent: 0, unknown: 0 };
/** A little below today's counts, so that a test that silently checks less fails. */
const TRIED_MIN: typeof tried = { rows: 250, accepted: 13_000, refused: 21_000, absent: 100, unknown: 70 };

/** The problems of an answer that holds only this value, limited to those at the value itself. */
function problemsOf(field: InterfaceField, value: unknown, { operation, version }: Case): AnswerProblem[] {
  const body = {};
  put(body, field.path, value);
  return answerProblems(OPERATIONS[operation].answer, JSON.stringify(body), version).filter(
    ({ path, problem }) => problem !== 'ABSENT' && isOnTheWay(path, errorPathOf(field.path)),
  );
}

function isOnTheWay(path: string, to: string): boolean {
  return to === path || to.startsWith(`${path}.`) || to.startsWith(`${path}[`);
}

/** Decimals and integers are JSON numbers in answers; all other types are not. */
function asAnswered({ type }: InterfaceField, values: readonly unknown[]): readonly unknown[] {
  const isNumber = type.kind === 'Decimal' || type.kind === 'Integer';
  return values.filter((value) => JSON.isRawJSON(value) === isNumber);
}

const shown = (value: unknown, { operation, version }: Case) => `${JSON.stringify(value)} of ${operation} ${version}`;

describe('a field that an answer may show', () => {
  it.each(named(answered))('%s: is accepted by the contract of its operations at each of its limits', (_, field) => {
    for (const one of casesOf(field)) {
      for (const value of asAnswered(field, examplesOf(field.type).accepted)) {
        expect(problemsOf(field, value, one), shown(value, one)).toEqual([]);
        tried.accepted += 1;
      }
    }
    tried.rows += 1;
  });

  it.each(named(answered))('%s: is reported as wrong past each of its limits', (_, field) => {
    for (const one of casesOf(field)) {
      for (const value of refusedBy(field, one.version)) {
        expect(problemsOf(field, value, one), shown(value, one)).toMatchObject([{ problem: 'WRONG' }]);
        tried.refused += 1;
      }
    }
  });

  const always = answered.filter(
    ({ presence, requiredIn }) => presence === 'ALWAYS PROVIDED' || requiredIn !== undefined,
  );
  it.each(named(always))('%s: is reported as absent where its group is present without it', (_, field) => {
    for (const one of casesOf(field)) {
      if (field.presence !== 'ALWAYS PROVIDED' && !field.requiredIn?.includes(one.operation)) {
        continue;
      }
      const path = errorPathOf(field.path);
      const problems = answerProblems(
        OPERATIONS[one.operation].answer,
        JSON.stringify(groupOf(field.path)),
        one.version,
      );
      expect(problems, one.operation).toContainEqual(expect.objectContaining({ path, problem: 'ABSENT' }));
      tried.absent += 1;
    }
  });

  const changing = [...answered, ...both].filter((field) => casesOutside(field).length > 0);
  it.each(named(changing))('%s: is reported as unknown in the versions just outside its range', (_, field) => {
    for (const one of casesOutside(field)) {
      const [value] = asAnswered(field, examplesOf(field.type).accepted);
      expect(problemsOf(field, value, one), shown(value, one)).toMatchObject([{ problem: 'UNKNOWN' }]);
      tried.unknown += 1;
    }
  });
});

/** An answer in which the field's group is empty. */
function groupOf(path: string): object {
  const body = {};
  const group = path.split('.').slice(0, -1).join('.');
  if (group.endsWith('[n]')) {
    put(body, `${group}.nothing`, undefined);
  } else if (group !== '') {
    put(body, group, {});
  }
  return body;
}

describe('a field that a request sends and its answer shows', () => {
  it.each(named(both))('%s: is answered as the type that answers have it in', (_, field) => {
    for (const one of casesOf(field)) {
      const { request, answer } = OPERATIONS[one.operation];
      for (const value of acceptedBy(field, one.operation)) {
        const { values } = readBody(request, bodyWith(field, value, one.operation, one.version), {
          version: one.version,
        });
        const written = JSON.stringify(writeGroup(answer, values, one.version));
        const problems = answerProblems(answer, written, one.version).filter(({ problem }) => problem !== 'ABSENT');
        expect(problems, shown(value, one)).toEqual([]);
        tried.accepted += 1;
      }
    }
    tried.rows += 1;
  });

  // The limit on a decimal's characters applies to requests only.
  it.each(named(both.filter(({ type }) => type.kind !== 'Decimal')))(
    '%s: is reported as wrong in an answer past each of its limits',
    (_, field) => {
      for (const one of casesOf(field)) {
        for (const value of refusedBy(field, one.version)) {
          expect(problemsOf(field, value, one), shown(value, one)).toMatchObject([{ problem: 'WRONG' }]);
          tried.refused += 1;
        }
      }
    },
  );
});

describe('the checker of answers', () => {
  const contract: Group = OPERATIONS.RETRIEVE_TOKEN.answer;
  const good = {
    repositoryId: 'TESTSHOP',
    response: { gatewayCode: 'APPROVED' },
    result: 'SUCCESS',
    sourceOfFunds: {
      provided: {
        card: { brand: 'MASTERCARD', fundingMethod: 'CREDIT', number: '512345xxxxxx0008', scheme: 'MASTERCARD' },
      },
      type: 'CARD',
    },
    status: 'VALID',
    token: 'a1',
  };
  const problems = (body: object) =>
    answerProblems(contract, JSON.stringify(body), VERSION_MAX).map(({ path, problem }) => `${path} ${problem}`);

  it('accepts a good answer', () => expect(problems(good)).toEqual([]));
  it('reports an absent field', () => expect(problems({ ...good, status: undefined })).toEqual(['status ABSENT']));
  it('reports an unknown field', () => expect(problems({ ...good, more: 1 })).toEqual(['more UNKNOWN']));
  it('reports null', () => expect(problems({ ...good, token: null })).toEqual(['token WRONG']));
  it('reports a number where a text belongs', () => expect(problems({ ...good, token: 12 })).toEqual(['token WRONG']));
  it('reports a text where a group belongs', () =>
    expect(problems({ ...good, response: 'x' })).toEqual(['response WRONG']));
  it('reports a member named like one of every object', () =>
    expect(problems({ ...good, toString: 'x' })).toEqual(['toString UNKNOWN']));
});

it('the same number of values is checked as before', () => {
  for (const [what, least] of Object.entries(TRIED_MIN)) {
    expect(tried[what as keyof typeof tried], what).toBeGreaterThanOrEqual(least);
  }
});

afterAll(() => {
  const counts = Object.entries(tried).map(([what, count]) => `${count} ${what}`);
  process.stdout.write(`answers by the tables: ${counts.join(', ')}\n`);
});
