/** The type of a card number: its brand at once, and later, from the gateway, whether the merchant accepts it. */
import { brandOf, cardNumberProblem, compactNumber } from '../../contract/card-rules.ts';
import type { CardType } from '../hosted-fields/messages.ts';
import { besideField, callGateway } from './gateway.ts';

/** Time limit of the card look-up. After it, the brand is derived from the number itself, since pages wait for it. */
const ANSWER_MS_MAX = 3_000;
/** Digits that distinguish cards in the gateway's table. The last four digits are not sent. */
const PREFIX_DIGITS_MAX = 12;
const OPEN_DIGITS = 4;
/** The length of the interface's BIN. */
const BIN_DIGITS = 6;

export interface CardTypeWatch {
  /** Call at each change of the number. */
  see(text: string): void;
  type(): CardType;
  bin(): string | undefined;
  thisMonth(): string | undefined;
  isAsking(): boolean;
  /** Resolves once no request is pending. */
  whenKnown(): Promise<void>;
}

/** @param changed called after an answer */
export function watchCardType(changed: () => void): CardTypeWatch {
  const known = new Map<string, CardType>();
  let number = '';
  let asked = '';
  let asking: Promise<void> | undefined;
  let thisMonth: string | undefined;
  const prefix = (): string => number.slice(0, Math.min(PREFIX_DIGITS_MAX, number.length - OPEN_DIGITS));
  const isComplete = (): boolean => cardNumberProblem(number) === undefined;

  const ask = async (digits: string): Promise<void> => {
    const answer = await callGateway('POST', besideField('card'), { prefix: digits }, ANSWER_MS_MAX).catch(
      () => undefined,
    );
    const body = answer?.status === 200 ? answer.body : undefined;
    known.set(digits, body?.card ?? byNumber(digits, 'SUPPORTED'));
    thisMonth = body?.thisMonth ?? thisMonth;
    if (asked === digits) {
      asking = undefined;
      changed();
    }
  };

  return {
    see(text) {
      number = compactNumber(text);
      if (isComplete() && !known.has(prefix()) && asked !== prefix()) {
        asked = prefix();
        asking = ask(asked);
      }
    },
    type: () => (isComplete() ? known.get(prefix()) : undefined) ?? byNumber(number, 'INSUFFICIENT_LENGTH'),
    bin: () => (isComplete() ? number.slice(0, BIN_DIGITS) : undefined),
    thisMonth: () => thisMonth,
    isAsking: () => isComplete() && !known.has(prefix()),
    async whenKnown() {
      while (isComplete() && !known.has(prefix()) && asking !== undefined) {
        await asking;
      }
    },
  };
}

function byNumber(number: string, status: CardType['status']): CardType {
  const brand = brandOf(number);
  return { status, ...(brand !== undefined && { brand }) };
}
