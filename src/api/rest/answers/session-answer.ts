/** Session answers: the stored fields, with card numbers masked and all other card data as `xxx`. */

import type { Session } from '../../../checkout/index.ts';
import type { AnswerOf } from '../../../contract/answer-types.ts';
import { shownEmv } from '../../../contract/card-present/emv.ts';
import { sessionAnswerFields } from '../../../contract/fields/session-update.ts';
import type { Values } from '../../../contract/read.ts';
import type { RequestFields } from '../../../contract/request-fields.ts';
import type { Secret } from '../../../contract/secret.ts';
import { SECRET_PATHS } from '../../../contract/secret-paths.ts';
import { merge, secretAt } from '../../../contract/values.ts';
import { writeFields } from '../../../contract/write.ts';
import { type CardFacts, type Merchant, maskedNumber } from '../../../core/index.ts';

const MASK = 'xxx';
const CARD_NUMBER = 'sourceOfFunds.provided.card.number';

type Mask = (secret: Secret, merchant: Merchant) => string;

const number: Mask = (secret, { profile }) => maskedNumber(secret, profile.cardMasking);

/** Card data that answers show in part. Other card data is shown as `xxx`. */
const MASKS: Readonly<Record<string, Mask>> = {
  'sourceOfFunds.provided.card.emvRequest': (secret) => shownEmv(secret.reveal()) || MASK,
  [CARD_NUMBER]: number,
  'sourceOfFunds.provided.giftCard.number': number,
};

export interface SessionShowing {
  readonly merchant: Merchant;
  /** Looks a card number up in the BIN table. */
  readonly cardFacts: (number: string) => CardFacts;
}

/** @param values the session's fields with card data as `Secret`s, which this function masks */
export function sessionAnswer(
  session: Session,
  values: RequestFields,
  showing: SessionShowing,
  version: number,
): AnswerOf<typeof sessionAnswerFields> {
  const { merchant, cardFacts } = showing;
  const shown = withCardFacts(maskSecrets(values, merchant), values.sourceOfFunds?.provided?.card?.number, cardFacts);
  return {
    ...writeFields(sessionAnswerFields, shown, version),
    merchant: merchant.id,
    result: 'SUCCESS',
    session: {
      id: session.id,
      updateStatus: session.updateStatus,
      version: session.version,
    },
    version: version.toString(),
  };
}

/** Adds the properties that follow from the card's number, which shops show beside the masked number. */
function withCardFacts(values: Values, number: Secret | undefined, cardFacts: SessionShowing['cardFacts']): Values {
  if (number === undefined) {
    return values;
  }
  const { brand, scheme, fundingMethod } = cardFacts(number.reveal());
  return merge<Values>(values, { sourceOfFunds: { provided: { card: { brand, scheme, fundingMethod } } } });
}

function maskSecrets(values: RequestFields, merchant: Merchant): Values {
  const copy = structuredCopy(values);
  for (const path of SECRET_PATHS) {
    const secret = secretAt(values, path);
    if (secret !== undefined) {
      replace(copy, path, MASKS[path]?.(secret, merchant) ?? MASK);
    }
  }
  return copy;
}

/** Copying through JSON replaces each `Secret` by its mask. */
function structuredCopy(values: RequestFields): Values {
  return JSON.parse(JSON.stringify(values)) as Values;
}

function replace(copy: Values, path: string, text: string): void {
  const names = path.split('.');
  const last = names.pop() as string;
  let at = copy;
  for (const name of names) {
    at = at[name] as Values;
  }
  at[last] = text;
}
