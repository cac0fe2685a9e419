/**
 * CAPTURE: moves money that an authorization reserved. A linked capture takes a part or all of the order's
 * authorization. A standalone capture, on an order of its own, captures an authorization that was made elsewhere, with
 * its code and card.
 */

import { DAY_MS } from '../../contract/durations.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { Gateway } from '../gateway.ts';
import { effectiveMovements, type Movement, type OrderState } from '../order/order.ts';
import { isPaidInParts, partOf, partWithEnough } from '../order/parts.ts';
import { capturable, phaseOf } from '../order/transitions.ts';
import type { StoredOrder } from '../ports/index.ts';
import { acquirerName } from '../processing/acquirers.ts';
import { ACQUIRER_ADVICE, type Advice, adviceToProcessor, adviseOnce } from './advise-processor.ts';
import { carryOut } from './carry-out.ts';
import { refusedInstrument } from './instrument-of-order.ts';
import {
  lastMovement,
  loadOrderContext,
  mergedDetails,
  type OrderContext,
  requiredAmount,
  subsequentInstrument,
  tooMuch,
  tooMuchOfParts,
  transactionOf,
} from './order-context.ts';
import { DECLINED, type Operation, type Plan, type Planned, type TransactionCall } from './plan.ts';
import { requireOwnCard, standalone } from './standalone.ts';

export const capture: Operation = async (gateway, call, order) =>
  carryOut(gateway, call, order, await planCapture(gateway, call, order), adviseOnce);

function planCapture(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Planned<Advice>> {
  const phase = phaseOf(order?.state);
  return phase === 'NEW' || phase === 'FAILED'
    ? planStandalone(gateway, call, order)
    : planLinked(gateway, call, order);
}

async function planLinked(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Planned<Advice>> {
  const { profile } = call.merchant;
  const context = await loadOrderContext(gateway, call, order);
  const { authorization, source } = isPaidInParts(context.order.state) ? ofPart(context, call) : ofWholeOrder(context);
  if (authorization === undefined || source === undefined) {
    throw namedError('NOT_POSSIBLE', { operation: 'CAPTURE', why: 'the order has no authorization' });
  }
  const expiresAt = transactionOf(context, authorization).createdAt + profile.authorizationValidityDays * DAY_MS;
  if (gateway.clock.now() > expiresAt) {
    const why = `the authorization expired at ${new Date(expiresAt).toISOString()}`;
    throw namedError('NOT_POSSIBLE', { operation: 'CAPTURE', why });
  }
  const amount = requiredAmount(context, refusedInstrument(call.merchant, 'CAPTURE', call.values));
  const part = partOf(context.order.state, source.transactionId);
  const most = capturable(part, profile.excessCapturePercent);
  if (amount > most) {
    throw tooMuch(most, context.currency, 'capture');
  }
  const captured = transactionOf(context, source);
  const plan: Plan = {
    type: 'CAPTURE',
    currency: context.currency,
    amount,
    instrument: subsequentInstrument(captured),
    details: mergedDetails(context),
    target: source.transactionId,
    acquirer: acquirerName(captured.request),
  };
  return { plan, decision: undefined, message: adviceToProcessor(call, captured, 'CAPTURE') };
}

/** The authorization, and its last update. */
interface Authorization {
  readonly authorization: Movement | undefined;
  readonly source: Movement | undefined;
}

function ofWholeOrder(context: OrderContext): Authorization {
  const authorization = lastMovement(
    context,
    ({ type }) => type === 'AUTHORIZATION' || type === 'AUTHORIZATION_UPDATE',
  );
  return { authorization, source: lastMovement(context, ({ type }) => type === 'AUTHORIZATION') };
}

/** @throws InterfaceError if no part of the order has enough left to capture; it states the amount left of each part */
function ofPart(context: OrderContext, call: TransactionCall): Authorization {
  const { excessCapturePercent } = call.merchant.profile;
  const { state } = context.order;
  const amount = requiredAmount(context, refusedInstrument(call.merchant, 'CAPTURE', call.values));
  const authorizations = effectiveMovements(state, 'AUTHORIZATION');
  const roomOf = (part: OrderState) => ({ left: capturable(part, 0), most: capturable(part, excessCapturePercent) });
  const source = partWithEnough(state, authorizations, amount, roomOf);
  if (source === undefined) {
    throw tooMuchOfParts(context, authorizations, (part) => roomOf(part).most, 'capture');
  }
  return { authorization: source, source };
}

/** The request's authorization code and card replace the authorization. */
async function planStandalone(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Planned<Advice>> {
  const code = call.values.transaction?.authorizationCode;
  if (code === undefined) {
    requireOwnCard(call, order);
  }
  if (!call.merchant.profile.permissions.standaloneCapture) {
    throw namedError('CAPTURE_ALONE_FORBIDDEN');
  }
  const problems = code === undefined ? [NO_CODE] : [];
  const { plan: common, instrument } = await standalone(gateway, call, order, problems);
  const plan: Plan = { type: 'CAPTURE', ...common, authorizationCode: code };
  return instrument === undefined
    ? { plan, decision: DECLINED, message: undefined }
    : { plan, decision: undefined, message: ACQUIRER_ADVICE };
}

const NO_CODE: FieldProblem = {
  field: 'transaction.authorizationCode',
  validationType: 'MISSING',
  explanation: '1 to 6 characters: the code that the issuer gave',
};
