/**
 * Removes customer data from an order's records, by one table of fields. Money, types, results, references and times
 * remain. Pure.
 */
import type { FieldPath } from '../../contract/request-fields.ts';
import { without } from '../../contract/values.ts';
import type {
  AuthenticationPurpose,
  InstrumentView,
  LinkTerms,
  TransactionDetails,
  TransactionOutcome,
  TransactionRequest,
} from '../../core/ports/index.ts';

/** Names, addresses, devices, and every text in which a shop may put them. A group includes all its members. */
export const CUSTOMER_PATHS = [
  'accountFunding.recipient',
  // The passengers, places and dates of a journey.
  'airline',
  'billing',
  'browserPayment.returnUrl',
  'customer',
  'device',
  'order.custom',
  'order.customerNote',
  'order.customerReference',
  'order.description',
  'order.discount.description',
  // Purchased items reveal information about the customer.
  'order.item',
  'order.requestorName',
  'shipping',
  'transaction.acquirer.customData',
  'transaction.merchantNote',
] as const satisfies readonly FieldPath[];

type Provider = NonNullable<TransactionOutcome['provider']>;
type Review = NonNullable<NonNullable<TransactionOutcome['risk']>['review']>;

export function requestWithoutCustomer({ from: _from, part, ...request }: TransactionRequest): TransactionRequest {
  return {
    ...request,
    instrument: viewWithoutName(request.instrument),
    details: detailsWithoutCustomer(request.details),
    part: part?.kind === 'HOLD' ? { kind: part.kind, until: part.until } : part,
  };
}

function detailsWithoutCustomer({ item: _item, ...details }: TransactionDetails): TransactionDetails {
  return without(details, CUSTOMER_PATHS);
}

function viewWithoutName<View extends InstrumentView>(view: View): View {
  const { nameOnCard: _name, ...rest } = view as View & { readonly nameOnCard?: string };
  return rest as View;
}

/** Removes the account at a provider, the address chosen there, and the text that people wrote with a decision. */
export function outcomeWithoutCustomer({ provider, risk, ...outcome }: TransactionOutcome): TransactionOutcome {
  return {
    ...outcome,
    provider: provider && withoutPayer(provider),
    risk: risk && { ...risk, review: risk.review && withoutTexts(risk.review) },
  };
}

function withoutPayer({ account: _account, shippingAddress: _address, ...provider }: Provider): Provider {
  return provider;
}

function withoutTexts({ decisionReason: _reason, note: _note, ...review }: Review): Review {
  return review;
}

export function purposeWithoutCustomer({
  from: _from,
  checked,
  ...purpose
}: AuthenticationPurpose): AuthenticationPurpose {
  const { home: _home, ...rest } = checked ?? {};
  return {
    ...purpose,
    instrument: viewWithoutName(purpose.instrument),
    details: detailsWithoutCustomer(purpose.details),
    checked: checked && rest,
  };
}

/** The merchant writes a link for one payment to its payer. */
export function termsWithoutCustomer({ description: _description, note: _note, ...terms }: LinkTerms): LinkTerms {
  return terms;
}

/** True if a value of the stored JSON is exactly this e-mail address, ignoring case. */
export function mentionsEmail(text: string | null, email: string): boolean {
  return text?.toLowerCase().includes(JSON.stringify(email.toLowerCase())) ?? false;
}
