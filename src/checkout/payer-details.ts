/**
 * The payer's e-mail and postal addresses: which of them the merchant wants asked or shown, and what a payer typed.
 * Each is judged by the contract's own type, so that nothing is taken here that is refused of a merchant.
 */
import { holdsCardData } from '../contract/card-data.ts';
import { asciiDigits, visible } from '../contract/card-rules.ts';
import { alpha2Of, countryOfAlpha2 } from '../contract/countries.ts';
import { COUNTRIES_WITHOUT_POSTCODES } from '../contract/countries-without-postcodes.ts';
import type { RequestFields } from '../contract/request-fields.ts';
import { fieldAt, merge, textAt } from '../contract/values.ts';
import {
  type DetailGroup,
  type DetailGroupName,
  type DetailName,
  type DetailPart,
  type FormProblem,
  type PaymentMethod,
  SAME_AS_DELIVERY,
} from '../views/index.ts';
import { charactersMax, type DetailPath, isAccepted, PATHS } from './detail-paths.ts';

/**
 * The texts of a form, by the names of its inputs. A country is there by its two letters, a box by the empty text where
 * it is not ticked.
 */
export type TypedDetails = Partial<Record<DetailName | typeof SAME_AS_DELIVERY, string>>;

export interface ReadDetails {
  readonly errors: Partial<Record<DetailName, FormProblem>>;
  /** Without what holds card data: the next page may show it again. */
  readonly typed: TypedDetails;
  /** What was asked for: the session has `values` in place of all of these. */
  readonly paths: readonly DetailPath[];
  readonly values: RequestFields;
}

/** In the order in which the page has them: the billing address next to the button, as the card's last detail. */
const GROUPS: readonly {
  readonly name: DetailGroupName;
  readonly control: 'billingAddress' | 'customerEmail' | 'shipping';
  /** Of a gift card no bank knows an address. */
  readonly methods: readonly PaymentMethod[];
}[] = [
  { name: 'email', control: 'customerEmail', methods: ['card', 'giftCard'] },
  { name: 'shipping', control: 'shipping', methods: ['card', 'giftCard'] },
  { name: 'billing', control: 'billingAddress', methods: ['card'] },
];

const ALWAYS_OPTIONAL: ReadonlySet<DetailPart> = new Set(['street2', 'stateProvince']);

/** A value of `interaction.displayControl`. */
export type Wanted = NonNullable<NonNullable<NonNullable<RequestFields['interaction']>['displayControl']>['shipping']>;

/** What each value makes of a group: asked, or shown of what the shop gave; absent: neither. */
const IS_ASKED: Readonly<Record<Wanted, boolean | undefined>> = {
  MANDATORY: true,
  OPTIONAL: true,
  READ_ONLY: false,
  SHOW: false,
  SHOW_PARTIAL: false,
  HIDE: undefined,
};

export interface PayersOwn {
  /** Typed by this payer before, in place of what is known. */
  readonly typed?: TypedDetails | undefined;
  /** Two letters of ISO 3166-1: chosen beforehand where an address must be given and nothing is known of it. */
  readonly country?: string | undefined;
}

/** @param known the fields that the merchant gave, and no payer */
export function detailGroups(
  known: RequestFields,
  method: PaymentMethod,
  { typed, country }: PayersOwn = {},
): DetailGroup[] {
  const groups = GROUPS.flatMap(({ name, control, methods }): DetailGroup[] => {
    const wanted = known.interaction?.displayControl?.[control] ?? 'HIDE';
    const isAsked = IS_ASKED[wanted];
    if (isAsked === undefined || !methods.includes(method)) {
      return [];
    }
    const details = PATHS[name].map(([part, path]) => {
      const input = inputName(name, part);
      const isRequired = wanted === 'MANDATORY' && !ALWAYS_OPTIONAL.has(part);
      const own = isAsked ? typed?.[input] : undefined;
      const preset = part === 'country' && isRequired ? country : undefined;
      const value = own ?? shownText(part, textAt(known, path)) ?? preset;
      return { name: input, part, ...(value !== undefined && { value }), isRequired, max: charactersMax(path) };
    });
    const shown = isAsked ? details : details.filter(({ value }) => value !== undefined);
    return shown.length === 0 ? [] : [{ name, isAsked, details: shown }];
  });
  return withSameBox(groups, known, typed);
}

/** The box stands where both addresses may be given; ticked unless the merchant or the payer gave a billing address. */
function withSameBox(groups: readonly DetailGroup[], known: RequestFields, typed?: TypedDetails): DetailGroup[] {
  const isOffered = groups.some(({ name, isAsked }) => name === 'shipping' && isAsked);
  const own = typed?.[SAME_AS_DELIVERY];
  const isSame = own === undefined ? known.billing?.address === undefined : own !== '';
  return groups.map((group) => (isOffered && group.name === 'billing' && group.isAsked ? { ...group, isSame } : group));
}

/** @param groups of the method whose form was posted */
export function readDetails(sent: URLSearchParams, groups: readonly DetailGroup[]): ReadDetails {
  const { posted, isSame, typedAt } = withDeliveryAddress(sent, groups);
  const errors: Partial<Record<DetailName, FormProblem>> = {};
  const typed: TypedDetails = isSame === undefined ? {} : { [SAME_AS_DELIVERY]: isSame ? 'on' : '' };
  const paths: DetailPath[] = [];
  let values: RequestFields = {};
  for (const { name: group, details } of groups.filter(({ isAsked }) => isAsked)) {
    const hasPostcodes = !COUNTRIES_WITHOUT_POSTCODES.has(posted.get(`${group}.country`) ?? '');
    for (const { name, part, isRequired } of details) {
      const path = PATHS[group].find(([one]) => one === part)![1];
      const text = asTyped(part, posted.get(name) ?? '');
      const value = part === 'country' ? countryOfAlpha2(text) : text;
      paths.push(path);
      if (text === '') {
        typed[name] = '';
        if (isRequired && (part !== 'postcodeZip' || hasPostcodes)) {
          errors[typedAt(name)] = 'missing';
        }
      } else if (value === undefined || holdsCardData(text) || !isAccepted(path, value)) {
        // A card number in a wrong box is nowhere kept; anything else comes back to be corrected.
        typed[name] = holdsCardData(text) ? '' : text.slice(0, TYPED_CHARS_MAX);
        errors[typedAt(name)] = 'invalid';
      } else {
        typed[name] = text;
        values = merge(values, fieldAt(path, value));
      }
    }
  }
  return { errors, typed, paths, values };
}

interface WithDelivery {
  readonly posted: URLSearchParams;
  /** Absent where the form has no such box. */
  readonly isSame?: boolean;
  /** The box in which the payer corrects an input. */
  readonly typedAt: (name: DetailName) => DetailName;
}

/**
 * The form with its delivery address as the billing address, where the payer ticked that box. A delivery address that
 * was left empty is none: then the billing address is read as it was typed.
 */
function withDeliveryAddress(sent: URLSearchParams, groups: readonly DetailGroup[]): WithDelivery {
  const billing = groups.find(({ isSame }) => isSame !== undefined);
  if (billing === undefined) {
    return { posted: sent, typedAt: (name) => name };
  }
  const typedIn = billing.details.filter(({ part }) => (sent.get(`shipping.${part}`) ?? '').trim() !== '');
  const isSame = sent.has(SAME_AS_DELIVERY) && typedIn.some(({ part }) => part !== 'country');
  if (!isSame) {
    return { posted: sent, isSame, typedAt: (name) => name };
  }
  const posted = new URLSearchParams(sent);
  for (const { name, part } of billing.details) {
    posted.set(name, sent.get(`shipping.${part}`) ?? '');
  }
  return { posted, isSame, typedAt: (name) => name.replace(/^billing/, 'shipping') as DetailName };
}

/** Longer than anything that is accepted: what was too long by a little can be shortened, and no more is kept. */
const TYPED_CHARS_MAX = 300;

/**
 * Marks of direction and breaks that copied text and password managers leave; joiners stay, which some scripts need.
 */
const LEFTOVERS = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * The text of a box as its payer means it. An e-mail address and a post code are ASCII in the interface, whichever
 * keyboard typed their letters and digits.
 */
function asTyped(part: DetailPart, text: string): string {
  if (part === 'email' || part === 'postcodeZip') {
    const plain = asciiDigits(visible(text.normalize('NFKC')));
    return part === 'email' ? plain.replace(/\s/g, '') : plain.replace(/\s+/g, ' ').trim();
  }
  return text.replace(LEFTOVERS, '').replace(/\s+/g, ' ').trim();
}

function shownText(part: DetailPart, text: string | undefined): string | undefined {
  return part === 'country' && text !== undefined ? (alpha2Of(text) ?? text) : text;
}

function inputName(group: DetailGroupName, part: DetailPart): DetailName {
  return (group === 'email' ? 'email' : `${group}.${part}`) as DetailName;
}
