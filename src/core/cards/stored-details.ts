/** Stored credentials: the data for the acquirer on a payment with them, and the rules of their fields. */
import { type FieldProblem, invalidProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { AgreementPayment, CardView, Orders, StoredDetails } from '../ports/index.ts';

const FIELD = 'sourceOfFunds.provided.card.storedOnFile';

interface AgreementsStore {
  readonly orders: Pick<Orders, 'findAgreement'>;
}

/** The request's value, or else the value that follows from its agreement. Undefined if the request has neither. */
export function storedOnFile({ sourceOfFunds, agreement, transaction }: RequestFields): CardView['storedOnFile'] {
  const given = sourceOfFunds?.provided?.card?.storedOnFile;
  if (given !== undefined || agreement?.id === undefined) {
    return given;
  }
  return transaction?.source === 'MERCHANT' ? 'STORED' : 'TO_BE_STORED';
}

/** True if the payer agrees to later payments with this one. */
export function makesAgreement(values: RequestFields): boolean {
  return values.agreement?.id !== undefined && storedOnFile(values) === 'TO_BE_STORED';
}

/** A merchant-initiated payment uses stored credentials under an agreement. */
export function storedDetailsProblems(values: RequestFields): FieldProblem[] {
  const given = values.sourceOfFunds?.provided?.card?.storedOnFile;
  const isMerchants = values.transaction?.source === 'MERCHANT';
  const hasAgreement = values.agreement?.id !== undefined;
  const problems: FieldProblem[] = [];
  if (given === 'NOT_STORED' && hasAgreement) {
    problems.push(invalidProblem(FIELD, 'STORED or TO_BE_STORED: an agreement is about details that you keep'));
  }
  if (given === 'TO_BE_STORED' && isMerchants) {
    problems.push(invalidProblem(FIELD, 'STORED where transaction.source is MERCHANT: no payer is there to agree'));
  }
  if (given === 'STORED' && isMerchants && !hasAgreement) {
    const explanation = 'the agreement by which you begin a payment with details that you keep';
    problems.push({ field: 'agreement.id', validationType: 'MISSING', explanation });
  }
  return problems;
}

/**
 * The stored-credential data for the acquirer. A merchant-initiated payment refers to the payment that set up the
 * agreement. If that payment was made elsewhere, the gateway does not know its transaction identifier, and the acquirer
 * decides.
 *
 * @param kept `storedOnFile` of the payment's instrument
 */
export async function storedDetails(
  { orders }: AgreementsStore,
  merchantKey: number,
  { agreement, transaction }: RequestFields,
  kept: CardView['storedOnFile'],
): Promise<StoredDetails | undefined> {
  if (kept === undefined || kept === 'NOT_STORED') {
    return undefined;
  }
  const isFollowing = kept === 'STORED' && transaction?.source === 'MERCHANT';
  const agreed = isFollowing ? await agreedBefore(orders, merchantKey, agreement) : undefined;
  const type = agreement?.type ?? agreed?.terms.type;
  return {
    kept: kept === 'STORED' ? 'BEFORE' : 'FROM_NOW',
    agreement: type,
    transactionIdentifier: agreed?.transactionIdentifier,
  };
}

/** Adds the stored terms of the agreement that a merchant-initiated request does not repeat. */
export async function withAgreedTerms(
  { orders }: AgreementsStore,
  merchantKey: number,
  values: RequestFields,
): Promise<RequestFields> {
  const agreed = await agreedBefore(orders, merchantKey, values.agreement);
  return agreed === undefined ? values : { ...values, agreement: { ...agreed.terms, ...values.agreement } };
}

async function agreedBefore(
  orders: AgreementsStore['orders'],
  merchantKey: number,
  agreement: RequestFields['agreement'],
): Promise<AgreementPayment | undefined> {
  return agreement?.id === undefined ? undefined : orders.findAgreement(merchantKey, agreement.id);
}
