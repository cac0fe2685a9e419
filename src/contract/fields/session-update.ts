/** Requests that create and change sessions and checkouts, and their answers. */

import { omit, pick, replace } from '../edit-schema.ts';
import { type Field, type Group, group } from '../field.ts';
import { merchant, version } from './caller-fields.ts';
import { answeredCard } from './card.ts';
import { checkoutFacts, checkoutMode, paymentLink } from './checkout-fields.ts';
import { interaction } from './interaction-fields.ts';
import { checkoutOrder } from './order-fields.ts';
import { REQUEST } from './request-fields.ts';
import { result } from './response-fields.ts';
import { answeredSession, createdSession, newSession } from './session-fields.ts';
import { tokenRequestFields } from './token-fields.ts';
import { payingTransaction } from './transaction-fields.ts';

const CALLER = ['apiOperation', 'correlationId', 'partnerSolutionId', 'userId'];

/** The request of a checkout. It has no card, because the payer enters it on the page. */
export const checkoutRequest = group(
  {
    ...pick(REQUEST, ...CALLER, 'agreement', 'airline', 'billing', 'customer', 'session', 'shipping').members,
    checkoutMode,
    interaction,
    order: omit(checkoutOrder, 'purchaseType'),
    paymentLink,
    transaction: payingTransaction,
  },
  { doc: 'A payment that the payer makes on the hosted page.' },
);

export const newSessionRequest = group(
  { ...pick(REQUEST, ...CALLER).members, session: newSession },
  { doc: 'A session to make.' },
);

const { externalTokenProvider, verificationStrategy } = tokenRequestFields.members;

/** A session accepts every request field. */
export const sessionUpdate = group(
  {
    ...REQUEST.members,
    checkoutMode,
    externalTokenProvider,
    interaction,
    order: checkoutOrder,
    paymentLink,
    verificationStrategy,
  },
  { doc: 'Values to put into the session, over those that it has.' },
);

const newSessionFields = {
  ...pick(REQUEST, 'correlationId').members,
  merchant,
  result,
  session: createdSession,
  version,
};

export const newSessionAnswer = group(newSessionFields, { doc: 'The session that was made.' });

export const checkoutAnswer = group(
  { ...newSessionFields, ...checkoutFacts },
  { doc: 'The checkout, ready for the payer.' },
);

/** Properties that follow from the card's number. Absent until the session has a number. */
const numberFacts = pick(answeredCard, 'brand', 'fundingMethod', 'scheme');

const heldFields = Object.entries(numberFacts.members).reduce<Group>(
  (all, [name, fact]: [string, Field]) =>
    replace(all, `sourceOfFunds.provided.card.${name}`, { ...fact, always: false }),
  omit(sessionUpdate, 'apiOperation'),
);

export const sessionAnswerFields = group(
  {
    ...heldFields.members,
    merchant,
    result,
    session: answeredSession,
    version,
  },
  { doc: 'The content of the session, card data masked.' },
);
