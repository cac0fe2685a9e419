/** INITIATE_BROWSER_PAYMENT: creates a payment at a provider. The payer then completes it on the provider's pages. */

import { namedError } from '../../contract/errors/catalogue.ts';
import { OPERATION_MOVED_AT, providerSettings } from '../../contract/fields/browser-payment-fields.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import { type FieldProblem, invalidFields, invalidProblem } from '../../contract/interface-error.ts';
import type { Currency } from '../../contract/money.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import {
  BROWSER_PAYMENT_PROVIDERS,
  type BrowserPaymentProvider,
  factsOfType,
  type PaymentConfirmation,
  providerType,
  takesCurrency,
} from '../../contract/providers/index.ts';
import type { RequestFields, ShippingFields } from '../../contract/request-fields.ts';
import {
  callbackUrl,
  newHandle,
  newPaymentReference,
  offeredProvider,
  returnAddresses,
  returnState,
} from '../browser-payments/index.ts';
import type { Gateway } from '../gateway.ts';
import { returnHostProblems } from '../merchant/return-hosts.ts';
import type { TransactionType } from '../order/order.ts';
import { refusal } from '../order/transitions.ts';
import type {
  BrowserOperation,
  NewBrowserPayment,
  NewProviderPayment,
  Provider,
  ProviderReply,
  StoredOrder,
} from '../ports/index.ts';
import type { FinalAnswer } from '../processing/final-answer.ts';
import { missingFields } from '../request/missing-fields.ts';
import { amountAt, currencyAt } from '../request/money-fields.ts';
import { storedFieldsOf } from '../request/payment-details.ts';
import { ruleProblems } from '../request/rules.ts';
import { carryOut } from './carry-out.ts';
import { withSessionValues } from './merged-values.ts';
import type { Operation, Plan, Planned, StartedTransaction, TransactionCall } from './plan.ts';
import { basketOf } from './provider-basket.ts';

const RETURN_URL = 'browserPayment.returnUrl';
const TYPE = 'sourceOfFunds.type';
const TRANSACTION_TYPE: Readonly<Record<BrowserOperation, TransactionType>> = {
  AUTHORIZE: 'AUTHORIZATION',
  PAY: 'PAYMENT',
};

export const initiateBrowserPayment: Operation = async (gateway, call, order) =>
  carryOut(gateway, call, order, await planBrowserPayment(gateway, call, order), createAtProvider);

/** The payment to create. */
interface Creation extends Pick<NewProviderPayment, 'amount' | 'confirmation' | 'currency' | 'operation'> {
  readonly provider: Provider;
  readonly payment: NewBrowserPayment;
  readonly values: RequestFields;
}

async function planBrowserPayment(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Planned<Creation>> {
  const why = refusal(order?.state, 'INITIATE_BROWSER_PAYMENT');
  if (why !== undefined) {
    throw namedError('NOT_POSSIBLE', { operation: call.operation, why });
  }
  const { values } = await withSessionValues(gateway, call);
  const { facts, provider, currency, amount, settings, problems } = evaluateInitiation(gateway, { ...call, values });
  if (problems.length > 0 || currency === undefined || amount === undefined) {
    throw invalidFields(problems);
  }
  if (facts === undefined || provider === undefined) {
    throw new TypeError('A provider that is missing was not refused.');
  }
  const { payments, random } = gateway.browser;
  const payment: NewBrowserPayment = {
    provider: facts.id,
    reference: newPaymentReference(random),
    handle: newHandle(payments.storeNumber, random),
    returnUrl: call.returnUrl ?? values.browserPayment?.returnUrl ?? '',
    shopName: call.shopName ?? null,
  };
  const { operation, confirmation } = settings;
  const plan: Plan = {
    type: TRANSACTION_TYPE[operation],
    currency,
    amount,
    instrument: { type: 'BROWSER_PAYMENT', provider: facts.id },
    details: storedFieldsOf(values),
    acquirer: undefined,
    session: call.pageSession,
    browserPayment: payment,
  };
  return {
    plan,
    decision: undefined,
    message: { provider, payment, values, operation, confirmation, amount, currency },
  };
}

async function createAtProvider(
  { browser, clock, sealer }: Gateway,
  { call: { merchant, orderId }, transaction }: StartedTransaction,
  { provider, payment: { reference, shopName }, values, operation, confirmation, amount, currency }: Creation,
): Promise<FinalAnswer> {
  const state = returnState(sealer, { transactionKey: transaction.key, reference }, clock.now());
  const { description, reference: orderReference } = values.order ?? {};
  const email = values.customer?.email;
  const created = await provider.create({
    reference,
    account: await browser.accounts.ofKey(merchant.key, provider.id),
    merchantName: shopName ?? merchant.profile.name,
    orderId,
    operation,
    confirmation,
    amount,
    currency,
    ...(description !== undefined && { description }),
    ...(orderReference !== undefined && { orderReference }),
    ...(email !== undefined && { email }),
    ...basketOf(values, currency),
    ...returnAddresses(browser.publicOrigin, state),
    callbackUrl: callbackUrl(browser.publicOrigin, provider.id, {
      merchantId: merchant.id,
      storeNumber: browser.payments.storeNumber,
    }),
    shipping: shippingOf(values, provider.id),
  });
  return created.status === 'REFUSED' ? { status: 'REPLIED', reply: refusedFor(created.reply) } : created;
}

type InitiationCall = Pick<TransactionCall, 'merchant' | 'returnUrl' | 'values' | 'version'>;

/**
 * Returns the problems for which INITIATE_BROWSER_PAYMENT would refuse these values.
 *
 * @param reported problems that are already known, of invalid fields that are missing in the values
 */
export function browserPaymentProblems(
  gateway: Gateway,
  call: InitiationCall,
  reported: readonly FieldProblem[],
): FieldProblem[] {
  return evaluateInitiation(gateway, call, reported).problems;
}

/** @param call the call, with the session's values merged into its values */
function evaluateInitiation(
  gateway: Gateway,
  { merchant, returnUrl, values, version }: InitiationCall,
  reported?: readonly FieldProblem[],
) {
  const facts = factsOfType(values.sourceOfFunds?.type);
  const { value: currency, problems: currencyProblems } = currencyAt(values, 'order.currency');
  const { value: amount, problems: amountProblems } = amountAt(values, 'order.amount', currency);
  const provider = facts && offeredProvider(gateway, merchant, facts.id);
  const settings = settingsOf(values, facts, version);
  const problems = [
    ...missingFields(OPERATIONS.INITIATE_BROWSER_PAYMENT, values).filter(
      ({ field }) => field !== RETURN_URL || returnUrl === undefined,
    ),
    ...currencyProblems,
    ...amountProblems,
    ...ruleProblems(values, reported),
    ...returnHostProblems(values, RETURN_URL, merchant.profile),
    ...(facts !== undefined && provider === undefined
      ? [invalidProblem(TYPE, 'a provider of the merchant’s profile')]
      : []),
    ...currencyRefused(facts, currency),
    ...settings.problems,
  ];
  return { facts, provider, currency, amount, settings, problems };
}

function currencyRefused(facts: BrowserPaymentProvider | undefined, currency: Currency | undefined): FieldProblem[] {
  if (facts === undefined || currency === undefined || takesCurrency(facts, currency.code)) {
    return [];
  }
  return [invalidProblem('order.currency', `${facts.name} takes ${facts.currencies?.join(', ')}`)];
}

interface Settings {
  readonly operation: BrowserOperation;
  readonly confirmation: PaymentConfirmation;
  readonly problems: readonly FieldProblem[];
}

/** The settings in the provider's group, restricted to those that the provider supports. */
function settingsOf(values: RequestFields, facts: BrowserPaymentProvider | undefined, version: number): Settings {
  const own = `browserPayment.${facts?.id}`;
  const settings = facts && providerSettings(values, facts.id);
  const operationField = version < OPERATION_MOVED_AT ? `${own}.operation` : 'browserPayment.operation';
  const operation = values.browserPayment?.operation ?? settings?.operation;
  const confirmation =
    settings?.paymentConfirmation ?? (facts?.confirmations.length === 1 ? facts.confirmations[0] : undefined);
  return {
    operation: (operation ?? 'PAY') as BrowserOperation,
    confirmation: (confirmation ?? 'CONFIRM_AT_PROVIDER') as PaymentConfirmation,
    problems:
      facts === undefined
        ? []
        : [
            ...notOneOf(operationField, operation, facts.operations),
            ...notOneOf(`${own}.paymentConfirmation`, confirmation, facts.confirmations),
            ...otherGroups(values, facts.id),
          ],
  };
}

function notOneOf(field: string, value: string | undefined, allowed: readonly string[]): FieldProblem[] {
  if (value !== undefined && allowed.includes(value)) {
    return [];
  }
  return [
    { field, validationType: value === undefined ? 'MISSING' : 'INVALID', explanation: `one of ${allowed.join(', ')}` },
  ];
}

/** Reports settings for a provider other than the one that the request names. */
function otherGroups(values: RequestFields, id: string): FieldProblem[] {
  return Object.keys(BROWSER_PAYMENT_PROVIDERS)
    .filter((other) => other !== id && providerSettings(values, other) !== undefined)
    .map((other) => invalidProblem(`browserPayment.${other}`, `${TYPE} is ${providerType(id)}`));
}

/**
 * Makes a refusal a final decline, even if the provider's code is open: it created no payment whose status could be
 * queried.
 */
function refusedFor(reply: ProviderReply): ProviderReply {
  return resultOf(reply.gatewayCode) === 'FAILURE' ? reply : { ...reply, gatewayCode: 'DECLINED' };
}

/** By default the provider displays the shipping address, and the payer may change it. */
function shippingOf(values: RequestFields, id: string): NewProviderPayment['shipping'] {
  const settings = providerSettings(values, id);
  const notified = values.shipping?.address === undefined ? {} : { address: addressOf(values.shipping) };
  return {
    displayed: settings?.displayShippingAddress !== false,
    changeable: settings?.overrideShippingAddress !== true,
    ...notified,
  };
}

const ADDRESS = ['street', 'street2', 'city', 'postcodeZip', 'stateProvince', 'country'] as const;
const NAMES = ['firstName', 'lastName'] as const;

function addressOf(shipping: ShippingFields): NonNullable<NewProviderPayment['shipping']['address']> {
  const name = NAMES.map((part) => shipping.contact?.[part] ?? shipping[part]).filter((part) => part !== undefined);
  const parts = ADDRESS.map((part) => [part, shipping.address?.[part]] as const);
  return {
    ...(name.length > 0 && { name: name.join(' ') }),
    ...Object.fromEntries(parts.filter(([, value]) => value !== undefined)),
  };
}
