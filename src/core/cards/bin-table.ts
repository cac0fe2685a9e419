/**
 * Card properties beyond the brand, which follows from the first digits (`brandOf`). An operator's table can replace
 * this one, see `docs/guide/bin-table.md`.
 *
 * A row requires public and certain data: published by the scheme or authority itself, or identical in independent
 * public lists. Worldwide brands therefore have rows for test cards only. The two brands with a single funding method
 * are in `bins.ts`. The issuers of Visa, Mastercard, American Express, Diners Club, Discover, JCB and UnionPay cards
 * decide for each range whether it is credit, debit or charge, and these lists are not public. Co-branded cards (a
 * local brand beside a worldwide one) are omitted for the same reason.
 */
import type { CardBrandName, CardScheme, FundingMethod, LocalBrand } from '../../contract/card-names.ts';

/** The properties of a range of first digits. `from` and `to` have equal length, both inclusive. */
export interface BinRow {
  readonly from: string;
  readonly to: string;
  readonly brand: CardBrandName;
  readonly scheme: CardScheme;
  readonly localBrand?: LocalBrand;
  readonly fundingMethod: FundingMethod;
  /** Paid for in advance; `fundingMethod` is independent of it. */
  readonly prepaid?: boolean;
  /** Issued to a company. */
  readonly commercial?: boolean;
  /** The country of the issuer, ISO 3166-1 alpha-3. */
  readonly country?: string;
}

type Facts = Omit<BinRow, 'from' | 'to'>;

/** @param ranges `506715 506717-506722`, separated by spaces or line breaks */
function rows(facts: Facts, ranges: string): BinRow[] {
  return ranges
    .trim()
    .split(/\s+/)
    .map((range) => {
      const [from = '', to = from] = range.split('-');
      return { from, to, ...facts };
    });
}

const local = (localBrand: LocalBrand, fundingMethod: FundingMethod): Facts => ({
  brand: 'LOCAL_BRAND_ONLY',
  scheme: 'OTHER',
  localBrand,
  fundingMethod,
});

/** Elo, in Brazil: credit, debit or combined cards. */
const ELO = `
  506707-506708 506715 506717-506722 506724-506736 506739-506743 506745-506747 506753 506774-506778
  509000-509007 509009-509014 509020-509030 509035-509042 509044-509089 509091-509101 509104-509807 509831-509877
  509897-509900 509918-509964 509971-509986 509995-509999 627780 636297 636368`;

/** Discover ranges that include Elo cards: only the issuer knows which of them are also Discover cards. */
const ELO_OR_DISCOVER = `
  650031-650033 650035-650051 650406-650439 650485-650504 650506-650538 650552-650598 650720-650727 650901-650922
  650928 650938-650939 650946-650978 651652-651679 655000-655019 655021-655057`;

/** Carnet, in Mexico. */
const CARNET = '286900 502275 506199-506499 606333 627535 636318 636379 639388 639484 639559';

/**
 * Benefit cards of the states of the United States: one range per state, published for retailers. A benefit is spent,
 * not lent, so they are debit.
 */
const EBT = `
  504476 505349 507680-507683 507692-507693 507695 507698 507700-507711 507713-507716 507718-507721 508132 508139
  508147-508148 508161 578036 586616 600486 600528 600760 600875 600890 601036 601413 601453 610093 610098 610423 610434
  610470 622044 627485`;

/**
 * National schemes without a name in the interface. Without these rows their first digits would match Maestro or
 * UnionPay, perhaps with a wrong funding method: India, Nigeria, Argentina and Brazil; and Denmark, which is debit.
 */
const NATIONAL = '506099-506198 507865-507964 508500-508999 589562 637095 637568 637599 637609 637612 817200-820199';
const NATIONAL_DEBIT = '5019';

/** The published test cards of payment gateways, which are not real cards. The prefixes omit their last digits. */
const test = (brand: 'AMEX' | 'MASTERCARD' | 'VISA'): Facts => ({ brand, scheme: brand, fundingMethod: 'CREDIT' });

export const BIN_TABLE: readonly BinRow[] = [
  ...rows({ ...local('ELO', 'UNKNOWN'), country: 'BRA' }, ELO),
  ...rows({ ...local('ELO', 'UNKNOWN'), brand: 'UNKNOWN' }, ELO_OR_DISCOVER),
  ...rows({ ...local('CARNET', 'UNKNOWN'), country: 'MEX' }, CARNET),
  ...rows({ ...local('EBT', 'DEBIT'), country: 'USA' }, EBT),
  ...rows(local('OTHER', 'UNKNOWN'), NATIONAL),
  ...rows({ ...local('OTHER', 'DEBIT'), country: 'DNK' }, NATIONAL_DEBIT),
  ...rows(test('MASTERCARD'), '511111111111 512345000000'),
  ...rows(test('VISA'), '450875001574'),
  ...rows(test('AMEX'), '345678901234'),
];
