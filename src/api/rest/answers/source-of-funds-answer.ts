/** The `sourceOfFunds` group of answers: masked, and without security code or PIN. */

import type { AnswerOf, AnswerValues } from '../../../contract/answer-types.ts';
import { answeredSource } from '../../../contract/fields/source-of-funds-fields.ts';
import { providerType } from '../../../contract/providers/index.ts';
import { writeGroup } from '../../../contract/write.ts';
import type { CardView, ProviderView, StoredTransaction } from '../../../core/ports/index.ts';

/** Digits of a card's sequence number in answers. */
const SEQUENCE_NUMBER_DIGITS = 3;

/**
 * @param version the version of the caller's request, which may differ from that of the request with the instrument
 * @param unmasked the full number, for a caller with the permission
 */
export function sourceOfFundsGroup(
  { request, outcome }: StoredTransaction,
  version: number,
  unmasked?: string,
): AnswerOf<typeof answeredSource> {
  const { instrument } = request;
  const values =
    instrument.type === 'BROWSER_PAYMENT'
      ? providerSource(instrument, outcome)
      : cardSource(instrument, unmasked, outcome?.savedToken);
  return writeGroup(answeredSource, values, version);
}

/** The group for a card or gift card, masked. */
export function cardGroup(instrument: CardView, version: number): AnswerOf<typeof answeredSource> {
  return writeGroup(answeredSource, cardSource(instrument, undefined, undefined), version);
}

type Source = AnswerValues<typeof answeredSource>;
type Provided = NonNullable<Source['provided']>;

/** The payer's account, as far as the provider reported it. */
function providerSource({ provider }: ProviderView, outcome: StoredTransaction['outcome']): Source {
  const account = outcome?.provider?.account;
  return { provided: account && { [provider]: account }, type: providerType(provider) };
}

function cardSource(instrument: CardView, unmasked: string | undefined, saved: string | undefined): Source {
  const { type, token = saved } = instrument;
  const number = unmasked ?? instrument.number;
  return {
    provided: type === 'CARD' ? { card: card(instrument, number) } : { giftCard: giftCard(instrument, number) },
    token,
    type,
  };
}

function card(instrument: CardView, number: string | undefined): Provided['card'] {
  const { expiry, sequenceNumber } = instrument;
  return {
    accountType: instrument.accountType,
    brand: instrument.brand,
    ...deviceFields(instrument),
    emvRequest: instrument.emvRequest,
    expiry: expiry && { month: expiry.month, year: expiry.year },
    fundingMethod: instrument.fundingMethod,
    localBrand: instrument.localBrand,
    nameOnCard: instrument.nameOnCard,
    number,
    scheme: instrument.scheme,
    securityCodePresence: instrument.securityCodeProvided ? '1' : undefined,
    sequenceNumber: sequenceNumber?.padStart(SEQUENCE_NUMBER_DIGITS, '0'),
    storedOnFile: instrument.storedOnFile,
    trackDataProvided: instrument.trackDataProvided ? true : undefined,
  };
}

/** Masked, also for a caller who may see the number. */
function deviceFields({ device, expiry, number }: CardView) {
  return device === undefined
    ? undefined
    : ({
        devicePayment: {
          '3DSecure': device.eci === undefined ? undefined : { eciIndicator: device.eci },
          cryptogramFormat: '3DSECURE',
        },
        deviceSpecificExpiry: expiry,
        deviceSpecificNumber: number,
        encryption: 'DEVICE',
      } as const);
}

/** The brand that the shop expected may differ from the brand of the number. */
function giftCard({ brand, scheme, localBrand }: CardView, number: string | undefined): Provided['giftCard'] {
  return { brand, expectedLocalBrand: localBrand, number, scheme };
}
