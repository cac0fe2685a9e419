/** The details that a form asks for or shows, with all texts in the payer's language. */
import { fill } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { Detail, DetailGroup, DetailGroupName, DetailName, PaymentMethod, PayPage } from '../../views/index.ts';
import type { WrongField } from '../form/ErrorSummary.tsx';
import { countryName } from './countries.ts';

export interface ReadableGroup {
  readonly heading: string;
  /** Whether the group has only one detail. Such a group has no heading, since the detail's label says the same. */
  readonly isAlone: boolean;
  readonly isAsked: boolean;
  /**
   * Set if a form has two addresses: a pattern with `{sentence}` that adds the address's name, for the summary of
   * errors.
   */
  readonly saidOf?: string;
  readonly boxes: readonly DetailBox[];
  /**
   * The checkbox that copies the delivery address to the billing address; while it is ticked, the group's inputs are
   * ignored.
   */
  readonly same?: { readonly id: string; readonly label: string; readonly isTicked: boolean };
  /** The lines of a read-only group. */
  readonly lines: readonly string[];
}

export interface DetailBox extends Detail {
  readonly id: string;
  readonly label: string;
  readonly autocomplete: string;
  /** The error of an empty required input. */
  readonly missing: string;
  readonly invalid: string;
  readonly error?: string;
}

/** The last token of `autocomplete`, by part. */
const TOKENS: Readonly<Record<Detail['part'], string>> = {
  email: 'email',
  firstName: 'given-name',
  lastName: 'family-name',
  street: 'address-line1',
  street2: 'address-line2',
  city: 'address-level2',
  stateProvince: 'address-level1',
  postcodeZip: 'postal-code',
  country: 'country',
};

/** The place of the sentence in `saidOf`, which the page's script fills too. */
const SENTENCE = '{sentence}';

export function readableDetails(page: PayPage, text: Text, method: PaymentMethod): ReadableGroup[] {
  const groups = page.details[method];
  const addresses = groups.filter(({ isAsked, name }) => isAsked && name !== 'email').length;
  const errors = page.method === method ? page.errors : {};
  return groups.map((group) => {
    const { name, isAsked, details, isSame } = group;
    const heading = text.details[name];
    return {
      heading,
      isAlone: name === 'email',
      isAsked,
      saidOf:
        addresses > 1 && name !== 'email' ? fill(text.details.of, { group: heading, sentence: SENTENCE }) : undefined,
      same:
        isSame === undefined
          ? undefined
          : { id: `${method}-same`, label: text.details.sameAsDelivery, isTicked: isSame },
      boxes: isAsked ? details.map((detail) => boxOf(name, detail, { text, method, errors })) : [],
      lines: isAsked ? [] : linesOf(group, page.locale),
    };
  });
}

/** Entries of the error summary above the form. */
export function wrongDetails(groups: readonly ReadableGroup[]): WrongField[] {
  return groups.flatMap(({ boxes, saidOf = SENTENCE }) =>
    boxes.flatMap(({ id, error: sentence }) =>
      sentence === undefined ? [] : [{ id, sentence: saidOf.replace(SENTENCE, () => sentence) }],
    ),
  );
}

interface BoxContext {
  readonly text: Text;
  readonly method: PaymentMethod;
  readonly errors: PayPage['errors'];
}

function boxOf(group: DetailGroupName, detail: Detail, { text, method, errors }: BoxContext): DetailBox {
  const { name, part } = detail;
  const label = text.details[part];
  const missing = fill(text.details.missing, { field: label });
  const invalid = part === 'email' ? text.details.invalidEmail : fill(text.details.invalid, { field: label });
  const problem = errors[name];
  return {
    ...detail,
    id: idOf(method, name),
    label,
    autocomplete: group === 'email' ? TOKENS[part] : `${group} ${TOKENS[part]}`,
    missing,
    invalid,
    error: problem && (problem === 'missing' ? missing : invalid),
  };
}

function idOf(method: PaymentMethod, name: DetailName): string {
  return `${method === 'card' ? 'card' : 'gift'}-${name.replace('.', '-')}`;
}

const NAMES: ReadonlySet<Detail['part']> = new Set(['firstName', 'lastName']);

/** The lines of an address as on a letter: the name, then a line for each part, with the country last. */
function linesOf({ details: inForm }: DetailGroup, locale: string): string[] {
  const isCountry = ({ part }: Detail) => part === 'country';
  const details = [...inForm.filter((detail) => !isCountry(detail)), ...inForm.filter(isCountry)];
  const text = ({ part, value = '' }: Detail) => (part === 'country' ? countryName(locale, value) : value);
  const name = details
    .filter(({ part }) => NAMES.has(part))
    .map(text)
    .join(' ');
  const rest = details.filter(({ part }) => !NAMES.has(part)).map(text);
  return name === '' ? rest : [name, ...rest];
}
