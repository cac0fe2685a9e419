/**
 * Providers that an operator adds to the built-in ones. The contract's groups, types, schemas and reference are built
 * from both when it is first imported, so providers must be added before the first import.
 */
import { z } from 'zod';
import { currencyOf } from './money.ts';
import type { ProviderFacts } from './provider-facts.ts';

/** The form of a provider's id, which is a JSON member, a value in the store and a path segment. */
const ID = /^[a-z][A-Za-z0-9]{1,29}$/;

/** Names in `browserPayment` and `sourceOfFunds` that provider groups may not use. */
const TAKEN_NAMES: readonly string[] = [
  'ach',
  'card',
  'giftCard',
  'interaction',
  'operation',
  'redirectUrl',
  'returnUrl',
];

const MEMBER = /^[a-z][A-Za-z0-9]{0,39}$/;
/** The maximum length of a provider's name, which must fit on a button and in a line of the receipt. */
const NAME_CHARACTERS_MAX = 40;
const SENTENCE_CHARACTERS_MAX = 500;
/** Path data of an inline SVG icon; an image file would be one more download for every payer. */
const LINES = /^[MmLlHhVvCcSsQqTtAaZz0-9 .,-]{1,2000}$/;
const ACCOUNT_MEMBERS_MAX = 20;

const sentence = z
  .string()
  .min(1)
  .max(SENTENCE_CHARACTERS_MAX, { error: `takes at most ${SENTENCE_CHARACTERS_MAX} characters` });

const some = <const Value extends string>(...values: Value[]) => {
  const error = `takes a list of some of ${values.join(', ')}, each once`;
  return z.array(z.enum(values, { error }), { error }).refine((list) => new Set(list).size === list.length, error);
};

const oneOrMore = <const Value extends string>(...values: Value[]) =>
  some(...values).refine((list) => list.length > 0, { error: `takes at least one of ${values.join(', ')}` });

/** A regular expression. The flags `g` and `y` are refused, because with them it has a state between tests. */
const pattern = z.custom<RegExp>((value) => value instanceof RegExp && !/[gy]/.test(value.flags), {
  error: 'takes a regular expression without the flags g and y',
});

const CURRENCY_CODES = { error: 'takes codes of ISO 4217, one at least' };

const members = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .record(z.string(), schema)
    .refine(isFew, { error: `takes 1 to ${ACCOUNT_MEMBERS_MAX} members` })
    .refine((record) => Object.keys(record).every((name) => MEMBER.test(name)), {
      error: 'takes members whose names are lower-camel words',
    });

const shape = z.strictObject({
  name: z
    .string({ error: 'takes the name that payers know' })
    .min(1)
    .max(NAME_CHARACTERS_MAX, { error: `takes at most ${NAME_CHARACTERS_MAX} characters` }),
  mark: z.strictObject({
    color: z
      .string({ error: 'takes a colour such as #2f6b2f' })
      .regex(/^#[0-9a-f]{6}$/i, { error: 'takes a colour such as #2f6b2f' })
      .transform((text) => text as `#${string}`),
    lines: z.string({ error: 'takes the d of an SVG path' }).regex(LINES, { error: 'takes the d of an SVG path' }),
  }),
  isWallet: z.literal(true, { error: 'takes true, or is left out' }).optional(),
  operations: oneOrMore('AUTHORIZE', 'PAY'),
  confirmations: oneOrMore('CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER'),
  movements: some('CAPTURE', 'REFUND', 'UPDATE', 'VOID'),
  currencies: z
    .array(
      z.string().refine((code) => currencyOf(code) !== undefined, CURRENCY_CODES),
      CURRENCY_CODES,
    )
    .min(1, CURRENCY_CODES)
    .optional(),
  refundsByCapture: z.literal(true, { error: 'takes true, or is left out' }).optional(),
  refundedBy: z.literal('MERCHANT', { error: 'takes MERCHANT, or is left out' }).optional(),
  completedBy: z.literal('GATEWAY', { error: 'takes GATEWAY, or is left out' }).optional(),
  merchantAccount: members(
    z.strictObject({
      ...{ pattern, allowed: sentence, doc: sentence },
      secret: z.literal(true).optional(),
      optional: z.literal(true).optional(),
    }),
  ).optional(),
  account: z
    .custom<NonNullable<ProviderFacts['account']>>(isGroupOfTexts, {
      error: 'takes a group of fields with texts that are no card data, as group({ … }) makes it',
    })
    .optional(),
});

function isFew(record: object): boolean {
  const { length } = Object.keys(record);
  return length > 0 && length <= ACCOUNT_MEMBERS_MAX;
}

/** True for a group of text fields. They become `sourceOfFunds.provided.<id>` of answers. */
function isGroupOfTexts(value: unknown): boolean {
  const { kind, members: fields } = (value ?? {}) as { kind?: unknown; members?: object };
  return kind === 'group' && typeof fields === 'object' && isFew(fields) && Object.entries(fields).every(isTextField);
}

function isTextField([name, value]: [string, unknown]): boolean {
  const { kind, type, doc, secret } = (value ?? {}) as Record<string, unknown>;
  const accepts = (type as { accepts?: unknown } | undefined)?.accepts;
  return MEMBER.test(name) && kind === 'field' && typeof accepts === 'function' && Boolean(doc) && secret === undefined;
}

export class AddedProviders {
  readonly #added = new Map<string, { readonly facts: ProviderFacts; readonly source: string }>();
  #isTaken = false;

  /**
   * @param facts the package's metadata, not validated yet
   * @param source the package or file, for the operator
   * @throws Error in one line that states the problem and its remedy
   */
  add(id: unknown, facts: unknown, source: string): void {
    if (this.#isTaken) {
      throw new Error(`${source} comes too late: the interface is built. Name it in PROVIDERS, which is read before.`);
    }
    if (typeof id !== 'string' || !ID.test(id)) {
      throw new Error(
        `${source} has the id ${JSON.stringify(id)}. Give it one of 2 to 30 letters and digits that begins with a small letter, such as villagePay.`,
      );
    }
    if (TAKEN_NAMES.includes(id) || id in Object.prototype) {
      throw new Error(`${source} has the id ${id}, a name of the interface’s own. Give it another id.`);
    }
    const other = this.#added.get(id)?.source;
    if (other !== undefined) {
      throw new Error(`${source} and ${other} are both ${id}. Take one of them out of PROVIDERS.`);
    }
    const { data, error } = shape.safeParse(facts);
    if (data === undefined) {
      throw new Error(`${source}: ${whatIsWrong(error)}.`);
    }
    this.#added.set(id, { facts: definedOf(data), source });
  }

  /**
   * Ends the registration: a later `add` throws.
   *
   * @param own the built-in providers, by id
   * @returns the built-in and the added providers by id, in the order of their ids
   * @throws Error in one line if an added provider has the id of a built-in one
   */
  takenWith(own: Readonly<Record<string, ProviderFacts>>): Readonly<Record<string, ProviderFacts>> {
    this.#isTaken = true;
    for (const [id, { source }] of this.#added) {
      if (Object.hasOwn(own, id)) {
        throw new Error(`${source} has the id ${id}, which is a provider of Turnpike itself. Give it another id.`);
      }
    }
    const added = [...this.#added].map(([id, { facts }]) => [id, facts] as const);
    return Object.fromEntries([...Object.entries(own), ...added].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** The registry of this process. */
export const addedProviders = new AddedProviders();

function whatIsWrong(error: z.ZodError | undefined): string {
  const issue = error?.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    return `${['facts', ...issue.path].join('.')} takes no member ${issue.keys.join(', ')}`;
  }
  return `${['facts', ...(issue?.path ?? [])].join('.')} ${issue?.message ?? 'are missing'}`;
}

/** Removes members whose value is `undefined`, so that the metadata has the form of built-in metadata. */
function definedOf(facts: z.infer<typeof shape>): ProviderFacts {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined),
  ) as unknown as ProviderFacts;
}
