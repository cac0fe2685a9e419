/** Balance inquiries of gift cards. They move no money, so the ledger has no rows for them. */
import {
  ACCOUNT,
  encodeBalance,
  type IsoMessage,
  MTI,
  PROCESSING,
  RESPONSE,
} from '../../adapters/acquirers/iso8583/message/index.ts';
import { answerTo } from './acquirer-answers.ts';
import type { Ledger } from './acquirer-ledger.ts';
import { GIFT_CARD_PIN, isGiftCard } from './gift-cards.ts';
import { readCard, readCurrency, requiredField } from './movement.ts';
import { REFUSAL } from './outcomes.ts';

export function isBalanceInquiry({ mti, fields }: IsoMessage): boolean {
  return mti === MTI.authorization && fields[3]?.startsWith(PROCESSING.balance) === true;
}

/** Refuses in the same cases as a payment with the card. @throws {Iso8583Error} when a field is missing or invalid. */
export function balanceAnswer(message: IsoMessage, ledger: Ledger): IsoMessage {
  requiredField(message.fields, 2);
  const card = readCard(message.fields);
  const currency = readCurrency(message.fields);
  if (card === undefined || currency === undefined) {
    return answerTo(message, REFUSAL.invalidTransaction);
  }
  const number = card.number.reveal();
  if (!isGiftCard(number)) {
    return answerTo(message, REFUSAL.invalidCardNumber);
  }
  if (card.giftPin?.reveal() !== GIFT_CARD_PIN) {
    return answerTo(message, REFUSAL.wrongPin);
  }
  const approval = answerTo(message, RESPONSE.approved);
  const numeric = requiredField(message.fields, 49);
  const balance = encodeBalance(ACCOUNT.giftCard, numeric, ledger.giftCardLeft(number, currency));
  return { ...approval, fields: { ...approval.fields, 54: balance } };
}
