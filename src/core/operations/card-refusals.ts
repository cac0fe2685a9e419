/** Cards that the shop refuses as a policy, for a payer who has typed only the first digits of a number. */
import type { CardRefusal } from '../../contract/card-names.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { cardTypes } from '../cards/bins.ts';
import type { Gateway } from '../gateway.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import { policiesFor, possibleRefusals, refusedCard } from '../risk/index.ts';

type Rules = Pick<Gateway, 'operatorRisk'>;

/** @returns the reasons that a payer of this order may be told; usually none */
export function possibleCardRefusals(rules: Rules, profile: MerchantProfile, values: RequestFields): CardRefusal[] {
  return possibleRefusals(policiesOf(rules, profile, values), values.order?.currency ?? '');
}

/**
 * @param prefix the first digits of a card number
 * @returns undefined unless all cards with these digits are refused
 */
export function cardRefusal(
  gateway: Pick<Gateway, 'cardFactsOfPrefix'> & Rules,
  profile: MerchantProfile,
  values: RequestFields,
  prefix: string,
): CardRefusal | undefined {
  const policies = policiesOf(gateway, profile, values);
  if (policies.every(({ disclosed }) => disclosed.length === 0)) {
    return undefined;
  }
  const kinds = gateway.cardFactsOfPrefix(prefix).map((facts) => ({
    cardBrand: facts.brand,
    cardTypes: cardTypes(facts),
    cardCountry: facts.country,
  }));
  return refusedCard(policies, { prefix, currency: values.order?.currency ?? '', kinds });
}

function policiesOf({ operatorRisk }: Rules, { risk }: MerchantProfile, { action }: RequestFields) {
  return policiesFor(risk, operatorRisk, action?.bypassMerchantRiskRules !== undefined);
}
