/** The card network's additions to an answer, in field 48, as members of the `authorizationResponse` group. */
import type { AcquirerReply } from '../../../core/ports/index.ts';
import { type AdditionalData, decodeAdditionalData, Iso8583Error } from './message/index.ts';

/** Elements that are copied unchanged. */
const COPIED_ELEMENTS = [
  'cardLevelIndicator',
  'cardSecurityCodeError',
  'financialNetworkCode',
  'marketSpecificData',
  'merchantAdviceCode',
  'paySvcData',
  'posData',
  'returnAci',
  'trackQuality',
  'transactionIdentifier',
  'validationCode',
  'vpasResponse',
] as const satisfies readonly (keyof AdditionalData & keyof AcquirerReply)[];

const COMMERCIAL_CARD: Readonly<Record<string, AcquirerReply['commercialCard']>> = {
  C: 'COMMERCIAL_CARD',
  N: 'NOT_A_COMMERCIAL_CARD',
  U: 'UNDETERMINED',
};

const COMMERCIAL_CARD_INDICATOR: Readonly<Record<string, AcquirerReply['commercialCardIndicator']>> = {
  A: 'COMMERCIAL_AND_CONSUMER',
  B: 'BUSINESS_CARD',
  C: 'COMMERCIAL_CARD',
  D: 'DECLINE_OR_NOT_COMMERCIAL_CARD',
  N: 'CONSUMER_CARD',
  O: 'OTHER',
  P: 'PURCHASING_CARD',
  R: 'CORPORATE_CARD',
};

type NetworkDetails = Partial<
  Pick<AcquirerReply, (typeof COPIED_ELEMENTS)[number] | 'commercialCard' | 'commercialCardIndicator'>
>;

/**
 * @param field48 field 48 of an answer. If it cannot be parsed, the details are omitted: they are only informative, and
 *   the answer's outcome, which shows whether money moved, must not be lost because of them.
 */
export function networkDetails(field48: string | undefined): NetworkDetails {
  const data = readAdditionalData(field48 ?? '');
  const details: { -readonly [Name in keyof NetworkDetails]: NetworkDetails[Name] } = {};
  for (const name of COPIED_ELEMENTS) {
    const value = data[name];
    if (value !== undefined) {
      details[name] = value;
    }
  }
  const commercialCard = COMMERCIAL_CARD[data.commercialCard ?? ''];
  const commercialCardIndicator = COMMERCIAL_CARD_INDICATOR[data.commercialCardIndicator ?? ''];
  return {
    ...details,
    ...(commercialCard !== undefined && { commercialCard }),
    ...(commercialCardIndicator !== undefined && { commercialCardIndicator }),
  };
}

function readAdditionalData(encoded: string): AdditionalData {
  try {
    return decodeAdditionalData(encoded);
  } catch (error) {
    if (!(error instanceof Iso8583Error)) {
      throw error;
    }
    return {};
  }
}
