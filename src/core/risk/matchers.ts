/**
 * Conditions as functions of a payment's data: a table with one row per member. A matcher returns the data that it
 * matched, which responses show as the rule's `data`, or undefined if the condition does not hold. Unknown values do
 * not match. `data` must not contain data of the payer that would have to be erased separately from the order.
 */
import { MINUTE_MS } from '../../contract/durations.ts';
import { currencyOf, majorText, minorUnits } from '../../contract/money.ts';
import { addressMatcher } from './address-ranges.ts';
import { binMatcher } from './bin-ranges.ts';
import type { RiskCondition, VelocityCondition } from './condition.ts';
import type { RiskFacts, RuleOwner } from './facts.ts';

/** @returns the matched data, which the merchant sees; undefined if the condition does not hold */
export type Matcher = (facts: RiskFacts) => string | undefined;

type MakeMatcher<Given> = (given: Given, owner: RuleOwner) => Matcher;

type Makers = { readonly [Name in keyof RiskCondition]-?: MakeMatcher<NonNullable<RiskCondition[Name]>> };

/** @param see returns the payment's value, undefined if unknown */
const among =
  (name: string, see: (facts: RiskFacts) => string | undefined): MakeMatcher<readonly string[]> =>
  (list) => {
    const entries = new Set(list);
    return (facts) => {
      const seen = see(facts);
      return seen !== undefined && entries.has(seen) ? `${name} ${seen}` : undefined;
    };
  };

const COUNTRY_OF = {
  CARD: ({ cardCountry }: RiskFacts) => cardCountry,
  BILLING: ({ billingCountry }: RiskFacts) => billingCountry,
  SHIPPING: ({ shippingCountry }: RiskFacts) => shippingCountry,
} as const;

const MAKERS: Makers = {
  cardCountries: among('card', COUNTRY_OF.CARD),
  cardBrands: among('card', ({ cardBrand }) => cardBrand),
  cardTypes: (types) => (facts) => {
    const type = types.find((one) => facts.cardTypes?.includes(one));
    return type && `card ${type}`;
  },
  billingCountries: among('billing', COUNTRY_OF.BILLING),
  shippingCountries: among('shipping', COUNTRY_OF.SHIPPING),
  countriesDiffer: (places) => (facts) => {
    const known = places.flatMap((place) => {
      const country = COUNTRY_OF[place](facts);
      return country === undefined ? [] : [{ place, country }];
    });
    const differ = known.some(({ country }) => country !== known[0]?.country);
    return differ ? known.map(({ place, country }) => `${place.toLowerCase()} ${country}`).join(', ') : undefined;
  },
  ipAddresses: (ranges) => {
    const isIn = addressMatcher(ranges);
    return ({ ipAddress }) => (ipAddress !== undefined && isIn(ipAddress) ? 'listed IP address' : undefined);
  },
  bins: (ranges) => {
    const begins = binMatcher(ranges);
    return ({ number, shownNumber = '' }) =>
      number !== undefined && begins(number.reveal()) ? `card ${shownNumber}` : undefined;
  },
  cards: (cards) => {
    const masked = new Set(cards.filter((card) => card.includes('x')));
    const hashes = new Set(cards.filter((card) => !card.includes('x')));
    return ({ maskedNumber, shownNumber = '', cardHashes }) => {
      const isListed =
        (maskedNumber !== undefined && masked.has(maskedNumber)) ||
        (hashes.size > 0 && cardHashes().some((hash) => hashes.has(hash)));
      return isListed ? `card ${shownNumber}` : undefined;
    };
  },
  emails: (emails) => {
    const entries = new Set(emails.map((entry) => entry.toLowerCase()));
    return ({ email }) => {
      const written = email?.toLowerCase();
      const isListed =
        written !== undefined && (entries.has(written) || entries.has(written.slice(written.lastIndexOf('@'))));
      return isListed ? 'listed e-mail address' : undefined;
    };
  },
  amount: ({ currency, above, below }) => {
    const [most, least] = [minor(above, currency), minor(below, currency)];
    return (facts) => {
      const isWithin =
        facts.currency === currency &&
        (most === undefined || facts.amount > most) &&
        (least === undefined || facts.amount < least);
      return isWithin ? `amount ${text(facts.amount, currency)}` : undefined;
    };
  },
  currencies: among('currency', ({ currency }) => currency),
  velocity: (given, owner) => (facts) => {
    const earlier = facts.attempts(given.per, owner);
    return earlier && velocityData(given, facts, earlier);
  },
  authentication: among('', ({ authentication }) => authentication),
  eci: among('ECI', ({ eci }) => eci),
  avs: among('AVS', ({ avs }) => avs),
  csc: among('CSC', ({ csc }) => csc),
};

function velocityData(
  { per, of, withinMinutes, moreThan, sumAbove, currency = '' }: VelocityCondition,
  { at, amount, currency: own }: RiskFacts,
  earlier: readonly { amount: bigint; currency: string; isFailed: boolean; at: number }[],
): string | undefined {
  const within = earlier.filter((attempt) => attempt.at > at - withinMinutes * MINUTE_MS);
  const during = `by ${per} in ${withinMinutes} minutes`;
  if (moreThan !== undefined) {
    const count = of === 'DECLINES' ? within.filter(({ isFailed }) => isFailed).length : within.length + 1;
    return count > moreThan ? `${count} ${of.toLowerCase()} ${during}` : undefined;
  }
  const most = minor(sumAbove, currency);
  const counted = within.filter((attempt) => !attempt.isFailed && attempt.currency === currency);
  const sum = counted.reduce((total, one) => total + one.amount, own === currency ? amount : 0n);
  return most !== undefined && own === currency && sum > most ? `${text(sum, currency)} ${during}` : undefined;
}

function minor(amount: string | undefined, code: string): bigint | undefined {
  const currency = currencyOf(code);
  return amount === undefined || currency === undefined ? undefined : minorUnits(amount, currency);
}

function text(amount: bigint, code: string): string {
  const currency = currencyOf(code);
  return `${currency === undefined ? amount : majorText(amount, currency)} ${code}`;
}

/** @returns a matcher that holds if all members of the condition hold, and returns the data of each */
export function conditionMatcher(condition: RiskCondition, owner: RuleOwner): Matcher {
  const matchers = (Object.keys(MAKERS) as (keyof RiskCondition)[]).flatMap((name) => {
    const given = condition[name];
    return given === undefined ? [] : [(MAKERS[name] as MakeMatcher<unknown>)(given, owner)];
  });
  return (facts) => {
    const seen: string[] = [];
    for (const matcher of matchers) {
      const one = matcher(facts);
      if (one === undefined) {
        return undefined;
      }
      seen.push(one.trim());
    }
    return seen.join('; ');
  };
}
