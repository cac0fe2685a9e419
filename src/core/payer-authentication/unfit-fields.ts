/** Translates the invalid fields of a 3DS message to the names under which the merchant gave their values. */
import { type InterfaceError, invalidFields, invalidProblem } from '../../contract/interface-error.ts';

const CARD = 'sourceOfFunds.provided.card';

/**
 * The interface's names, by the prefix of the message field's name. The other message fields come from the merchant's
 * profile.
 */
const NAMES: readonly (readonly [begins: string, field: string])[] = [
  ['acctNumber', `${CARD}.number`],
  ['billAddr', 'billing.address'],
  ['browserIP', 'device.ipAddress'],
  ['browserUserAgent', 'device.browser'],
  ['browser', 'device.browserDetails'],
  ['cardExpiryDate', `${CARD}.expiry`],
  ['cardholderName', `${CARD}.nameOnCard`],
  ['email', 'customer.email'],
  ['purchaseAmount', 'order.amount'],
  ['purchaseInstalData', 'agreement.numberOfPayments'],
  ['purchase', 'order.currency'],
  ['recurringExpiry', 'agreement.expiryDate'],
  ['recurringFrequency', 'agreement.minimumDaysBetweenPayments'],
  ['shipAddr', 'shipping.address'],
  ['threeDSRequestorChallengeInd', 'authentication.challengePreference'],
  ['threeRIInd', 'authentication.channel'],
];

const OF_PROFILE = 'payerAuthentication';

/** @param fields names of the message's fields, comma separated */
export function unfitRequest(fields: string): InterfaceError {
  const namesOf = new Map<string, string[]>();
  for (const name of fields.split(',')) {
    const field = NAMES.find(([begins]) => name.startsWith(begins))?.[1] ?? OF_PROFILE;
    namesOf.set(field, [...(namesOf.get(field) ?? []), name]);
  }
  return invalidFields([...namesOf].map(([field, names]) => invalidProblem(field, explanationOf(field, names))));
}

function explanationOf(field: string, names: readonly string[]): string {
  const where = field === OF_PROFILE ? 'a member of your merchant profile' : 'a value';
  return `${where} that EMV 3-D Secure takes (${names.join(', ')})`;
}
