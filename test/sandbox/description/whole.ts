/**
 * Validates messages against the published descriptions themselves, if they lie beside the checkout. OpenAPI 3.0
 * schemas are JSON Schema except for a few keywords, which these descriptions do not use (a test checks that). So Ajv
 * reads them without a conversion, and no rule is lost.
 */
import { Ajv } from 'ajv';
import { readDescriptions } from '../../../scripts/description-facts.ts';
import { DESCRIBED } from '../../../scripts/lib/described.ts';
import type { Description } from '../../../scripts/lib/description-facts.ts';
import { UNDESCRIBED_ISSUES } from '../../../src/sandbox/paypal/undescribed-issues.ts';

type Set = keyof typeof DESCRIBED;

/** By the prefix of its types. */
type Named = readonly (readonly [name: string, description: Description])[];

const readSet = (set: Set): Named => Object.entries(readDescriptions(DESCRIBED[set].descriptions) ?? {});

const SETS: Readonly<Record<Set, Named>> = {
  paypal: readSet('paypal'),
  openBanking: readSet('openBanking'),
  pix: readSet('pix'),
};

export const DESCRIPTIONS: Named = Object.values(SETS).flat();

const UNDESCRIBED = Object.values(UNDESCRIBED_ISSUES).flat();

const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, validateFormats: false });
for (const [name, description] of DESCRIPTIONS) {
  ajv.addSchema(description, name);
}

export interface Exchange {
  /** The set of descriptions; PayPal's by default. */
  readonly of?: Set;
  readonly method: string;
  /** Without the simulator's prefix. */
  readonly path: string;
  readonly request: unknown;
  readonly status: number;
  readonly answer: unknown;
}

/** The problems of an exchange by the description; empty if no description lies beside the checkout. */
export function wholeProblems({ of = 'paypal', method, path, request, status, answer }: Exchange): string[] {
  const place = placeOf(SETS[of], method, path.split('?')[0] ?? '');
  if (place === undefined) {
    return [];
  }
  const { name, at, responses } = place;
  const answered = responses.includes(String(status)) ? String(status) : 'default';
  const shared = answered === 'default' && name !== 'webhooks';
  const pointer = shared ? '/components/responses/default' : `${at}/responses/${answered}`;
  return [
    ...(status < 400 ? problems(name, `${at}/requestBody`, request) : []),
    ...problems(name, pointer, described(answer)).map((one) => `${status}: ${one}`),
  ];
}

/** Without the issues that the descriptions are known to omit. */
function described(answer: unknown): unknown {
  const { details } = (answer ?? {}) as { readonly details?: readonly { readonly issue: string }[] };
  const left = details?.filter(({ issue }) => !UNDESCRIBED.includes(issue));
  return left === undefined ? answer : { ...(answer as object), details: left };
}

/** @param type as a description names it */
export function wholeTypeProblems(name: string, type: string, value: unknown): string[] {
  return DESCRIPTIONS.length === 0 ? [] : validated(`${name}#/components/schemas/${type}`, value);
}

function placeOf(descriptions: Named, method: string, path: string) {
  for (const [name, { paths }] of descriptions) {
    for (const [template, operations] of Object.entries(paths)) {
      const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);
      const operation = operations[method.toLowerCase()];
      if (pattern.test(path) && operation !== undefined) {
        const at = `/paths/${template.replaceAll('/', '~1')}/${method.toLowerCase()}`;
        return { name, at, responses: Object.keys(operation.responses) };
      }
    }
  }
  return undefined;
}

function problems(name: string, pointer: string, value: unknown): string[] {
  if (value === undefined) {
    return [];
  }
  const schema = `${pointer}/content/application~1json/schema`;
  const described = memberAt(DESCRIPTIONS.find(([one]) => one === name)?.[1], schema);
  return described === undefined
    ? []
    : validated(`${name}#${schema.replaceAll('{', '%7B').replaceAll('}', '%7D')}`, value);
}

function memberAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/'))
    .reduce((found, part) => (found as Record<string, unknown> | undefined)?.[part], value);
}

function validated($ref: string, value: unknown): string[] {
  const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
