/**
 * The payer's e-mail and postal addresses: those that the merchant wants collected or shown, and those that a payer
 * typed. Each is validated by the contract's own type, so that a form is as strict as a merchant's request.
 */
import { holdsCardData } from '../../contract/card-data.ts';
import { asciiDigits, visible } from '../../contract/card-rules.ts';
import { alpha2Of, countryOfAlpha2 } from '../../contract/countries.ts';
import { COUNTRIES_WITHOUT_POSTCODES } from '../../contract/countries-without-postcodes.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { fieldAt, merge, textAt } from '../../contract/values.ts';
import {
  type DetailGroup,
  type DetailGroupName,
  type DetailName,
  type DetailPart,
  type FormProblem,
  type PaymentMethod,
  SAME_AS_DELIVERY,
} from '../../web/views/index.ts';
import { charactersMax, type DetailPath, isAccepted, PATHS } from './detail-paths.ts';

/**
 * The values of a form, by the names of its inputs. A country is its two letters; a checkbox that is not ticked is the
 * empty text.
 */
export type TypedDetails = Partial<Record<DetailName | typeof SAME_AS_DELIVERY, string>>;

export interface ReadDetails {
  readonly errors: Partial<Record<DetailName, FormProblem>>;
  /** Without values that contain card data: the next page may show it again. */
  readonly typed: TypedDetails;
  /** The paths that the form had: in the session, `values` replaces all of them. */
  readonly paths: readonly DetailPath[];
  readonly values: RequestFields;
}

/** In the order of the page: the billing address next to the button, as the card's last detail. */
const GROUPS: readonly {
  readonly name: DetailGroupName;
  readonly control: 'billingAddress' | 'customerEmail' | 'shipping';
  /** Banks know no address for a gift card. */
  readonly methods: readonly PaymentMethod[];
}[] = [
  { name: 'email', control: 'customerEmail', methods: ['card', 'giftCard'] },
  { name: 'shipping', control: 'shipping', methods: ['card', 'giftCard'] },
  { name: 'billing', control: 'billingAddress', methods: ['card'] },
];

const ALWAYS_OPTIONAL: ReadonlySet<DetailPart> = new Set(['street2', 'stateProvince']);

/** A value of `interaction.displayControl`. */
export type DisplayControl = NonNullable<
  NonNullable<NonNullable<RequestFields['interaction']>['displayControl']>['shipping']
>;

/** True: the group is an input. False: it is shown read-only. Undefined: neither. */
const IS_ASKED: Readonly<Record<DisplayControl, boolean | undefined>> = {
  MANDATORY: true,
  OPTIONAL: true,
  READ_ONLY: false,
  SHOW: false,
  SHOW_PARTIAL: false,
  HIDE: undefined,
};

export interface PayersOwn {
  /** Typed by this payer before; overrides known values. */
  readonly typed?: TypedDetails | undefined;
  /** Two letters of ISO 3166-1: preselected where an address is required and not known. */
  readonly country?: string | undefined;
}

/** @param known the merchant's fields, without a payer's */
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
      const preset = part === 'country' && isRequired ? (otherCountry(known) ?? country) : undefined;
      const value = own ?? shownText(part, textAt(known, path)) ?? preset;
      return { name: input, part, value, isRequired, max: charactersMax(path) };
    });
    const shown = isAsked ? details : details.filter(({ value }) => value !== undefined);
    return shown.length === 0 ? [] : [{ name, isAsked, details: shown }];
  });
  return withSameBox(groups, known, typed);
}

/** The country of the address that the merchant knows is probably that of the other one. */
function otherCountry(known: RequestFields): string | undefined {
  const country = known.shipping?.address?.country ?? known.billing?.address?.country;
  return country === undefined ? undefined : alpha2Of(country);
}

/**
 * The checkbox "same as delivery" appears where a billing address is asked for, and the delivery address is asked for
 * too, or the merchant sent a whole one. It is ticked unless the merchant or the payer gave a billing address.
 */
function withSameBox(groups: readonly DetailGroup[], known: RequestFields, typed?: TypedDetails): DetailGroup[] {
  const isDeliveryAsked = groups.some(isAskedDelivery);
  const own = typed?.[SAME_AS_DELIVERY];
  const isSame = own === undefined ? known.billing?.address === undefined : own !== '';
  return groups.map((group) =>
    group.name === 'billing' && group.isAsked && (isDeliveryAsked || sentDelivery(group, known) !== undefined)
      ? { ...group, isSame }
      : group,
  );
}

function isAskedDelivery({ name, isAsked }: DetailGroup): boolean {
  return name === 'shipping' && isAsked;
}

type AddressTexts = Partial<Record<DetailPart, string>>;

/** @returns the merchant's delivery address; undefined unless it can be the billing address that is asked for */
function sentDelivery({ details }: DetailGroup, known: RequestFields): AddressTexts | undefined {
  const parts: AddressTexts = Object.fromEntries(
    PATHS.shipping.map(([part, path]) => [part, shownText(part, textAt(known, path))]),
  );
  const hasPostcodes = !COUNTRIES_WITHOUT_POSTCODES.has(parts.country ?? '');
  const isWhole = details.every(
    ({ part, isRequired }) => parts[part] !== undefined || !isRequired || (part === 'postcodeZip' && !hasPostcodes),
  );
  return isWhole && details.some(({ part }) => part !== 'country' && parts[part] !== undefined) ? parts : undefined;
}

/**
 * @param groups of the posted form's method
 * @param known the merchant's fields, without a payer's
 */
export function readDetails(
  sent: URLSearchParams,
  groups: readonly DetailGroup[],
  known: RequestFields = {},
): ReadDetails {
  const { posted, isSame, isSent, typedAt } = withDeliveryAddress(sent, groups, known);
  const errors: Partial<Record<DetailName, FormProblem>> = {};
  const typed: TypedDetails = isSame === undefined ? {} : { [SAME_AS_DELIVERY]: isSame ? 'on' : '' };
  const paths: DetailPath[] = [];
  let values: RequestFields = {};
  for (const { name: group, details } of groups.filter(({ isAsked }) => isAsked)) {
    const hasPostcodes = !COUNTRIES_WITHOUT_POSTCODES.has(posted.get(`${group}.country`) ?? '');
    // The merchant's own address is not shown to whoever opens the page.
    const keep = (name: DetailName, text: string) => {
      if (group !== 'billing' || !isSent) {
        typed[name] = text;
      }
    };
    for (const { name, part, isRequired } of details) {
      const path = PATHS[group].find(([one]) => one === part)![1];
      const text = asTyped(part, posted.get(name) ?? '');
      const value = part === 'country' ? countryOfAlpha2(text) : text;
      paths.push(path);
      if (text === '') {
        keep(name, '');
        if (isRequired && (part !== 'postcodeZip' || hasPostcodes)) {
          errors[typedAt(name)] = 'missing';
        }
      } else if (value === undefined || holdsCardData(text) || !isAccepted(path, value)) {
        // A card number in a wrong input is not stored; any other value is shown again to be corrected.
        keep(name, holdsCardData(text) ? '' : text.slice(0, TYPED_CHARS_MAX));
        errors[typedAt(name)] = 'invalid';
      } else {
        keep(name, text);
        values = merge(values, fieldAt(path, value));
      }
    }
  }
  return { errors, typed, paths, values };
}

interface WithDelivery {
  readonly posted: URLSearchParams;
  /** Absent where the form has no such checkbox. */
  readonly isSame?: boolean;
  /** Whether the billing address is the delivery address that the merchant sent. */
  readonly isSent?: boolean;
  /** Maps an input to the one in which the payer corrects it. */
  readonly typedAt: (name: DetailName) => DetailName;
}

/**
 * The form with its delivery address as the billing address, if the payer ticked that checkbox. If the delivery address
 * was left empty, the billing address is read as typed.
 */
function withDeliveryAddress(
  sent: URLSearchParams,
  groups: readonly DetailGroup[],
  known: RequestFields,
): WithDelivery {
  const billing = groups.find(({ isSame }) => isSame !== undefined);
  if (billing === undefined) {
    return { posted: sent, typedAt: (name) => name };
  }
  if (!groups.some(isAskedDelivery)) {
    return withSentDelivery(sent, billing, known);
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

/** The form with the merchant's delivery address as the billing address, if the payer ticked that checkbox. */
function withSentDelivery(sent: URLSearchParams, billing: DetailGroup, known: RequestFields): WithDelivery {
  const delivery = sent.has(SAME_AS_DELIVERY) ? sentDelivery(billing, known) : undefined;
  const posted = new URLSearchParams(sent);
  for (const { name, part } of delivery === undefined ? [] : billing.details) {
    posted.set(name, delivery?.[part] ?? '');
  }
  const isSent = delivery !== undefined;
  return { posted, isSame: isSent, isSent, typedAt: (name) => name };
}

/** Longer than any accepted value: the payer can shorten a slightly too long one, and no more is stored. */
const TYPED_CHARS_MAX = 300;

/**
 * Direction marks and breaks that copied text and password managers leave. Joiners stay, since some scripts need them.
 */
const LEFTOVERS = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Normalises an input's value. An e-mail address and a post code are ASCII in the interface, from any keyboard. */
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
