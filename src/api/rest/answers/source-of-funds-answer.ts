/** The `sourceOfFunds` group of answers: masked, and without security code or PIN. */

import { answeredSource } from '../../../contract/fields/source-of-funds-fields.ts';
import { providerType } from '../../../contract/providers/index.ts';
import type { Values } from '../../../contract/read.ts';
import { type AnswerFields, writeGroup } from '../../../contract/write.ts';
import type { CardView, ProviderView, StoredTransaction } from '../../../core/ports/index.ts';

/** Digits of a card's sequence number in answers. */
const SEQUENCE_NUMBER_DIGITS = 3;

/**
 * @param version of the caller's request, which may differ from the one that sent the instrument
 * @param unmasked the full number, for a caller with the permission
 */
export function sourceOfFundsGroup(
  { request, outcome }: StoredTransaction,
  version: number,
  unmasked?: string,
): AnswerFields | undefined {
  const { instrument } = request;
  const values =
    instrument.type === 'BROWSER_PAYMENT'
      ? providerSource(instrument, outcome)
      : cardSource(instrument, unmasked, outcome?.savedToken);
  return writeGroup(answeredSource, values, version);
}

/** Only a card or gift card, masked. */
export function cardGroup(instrument: CardView, version: number): AnswerFields | undefined {
  return writeGroup(answeredSource, cardSource(instrument, undefined, undefined), version);
}

/** The payer's account, as far as the provider reported it. */
function providerSource({ provider }: ProviderView, outcome: StoredTransaction['outcome']): Values {
  const account = outcome?.provider?.account;
  return { ...(account && { provided: { [provider]: { ...account } } }), type: providerType(provider) };
}

function cardSource(instrument: CardView, unmasked: string | undefined, saved: string | undefined): Values {
  const { type, token = saved } = instrument;
  const number = unmasked ?? instrument.number;
  return {
    provided: type === 'CARD' ? { card: card(instrument, number) } : { giftCard: giftCard(instrument, number) },
    ...(token !== undefined && { token }),
    type,
  };
}

function card(instrument: CardView, number: string | undefined): Values {
  const { brand, scheme, fundingMethod, localBrand, expiry, nameOnCard, accountType, sequenceNumber, storedOnFile } =
    instrument;
  return {
    ...(accountType !== undefined && { accountType }),
    brand,
    ...(instrument.emvRequest !== undefined && { emvRequest: instrument.emvRequest }),
    ...(expiry && { expiry: { month: expiry.month, year: expiry.year } }),
    fundingMethod,
    ...(localBrand !== undefined && { localBrand }),
    ...(nameOnCard !== undefined && { nameOnCard }),
    ...(number !== undefined && { number }),
    scheme,
    ...(instrument.securityCodeProvided && { securityCodePresence: '1' }),
    ...(sequenceNumber !== undefined && { sequenceNumber: sequenceNumber.padStart(SEQUENCE_NUMBER_DIGITS, '0') }),
    ...(storedOnFile !== undefined && { storedOnFile }),
    ...(instrument.trackDataProvided && { trackDataProvided: true }),
  };
}

/** The brand that the shop expected may differ from the brand of the number. */
function giftCard({ brand, scheme, localBrand }: CardView, number: string | undefined): Values {
  return {
    brand,
    ...(localBrand !== undefined && { expectedLocalBrand: localBrand }),
    ...(number !== undefined && { number }),
    scheme,
  };
}
