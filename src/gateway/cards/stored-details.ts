/** Details that a merchant keeps: what a payment with them tells the acquirer, and the rules of its fields. */
import { type FieldProblem, invalidProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Agreed, CardView, Orders, StoredDetails } from '../ports/index.ts';

const FIELD = 'sourceOfFunds.provided.card.storedOnFile';

interface AgreementsStore {
  readonly orders: Pick<Orders, 'agreed'>;
}

/** What the request says, or what follows from its agreement. Undefined: nothing is said about keeping the details. */
export function storedOnFile({ sourceOfFunds, agreement, transaction }: RequestFields): CardView['storedOnFile'] {
  const given = sourceOfFunds?.provided?.card?.storedOnFile;
  if (given !== undefined || agreement?.id === undefined) {
    return given;
  }
  return transaction?.source === 'MERCHANT' ? 'STORED' : 'TO_BE_STORED';
}

/** Whether by this payment its payer agrees to later ones. */
export function makesAgreement(values: RequestFields): boolean {
  return values.agreement?.id !== undefined && storedOnFile(values) === 'TO_BE_STORED';
}

/** A merchant alone pays with what it has kept, by an agreement. */
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
 * For the acquirer. A payment that the merchant begins names the one by which the payer agreed; where that was made
 * elsewhere its id is not known here, and the acquirer decides.
 *
 * @param kept of the payment's instrument
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
    ...(type !== undefined && { agreement: type }),
    ...(agreed && { transactionIdentifier: agreed.transactionIdentifier }),
  };
}

/**
 * The fields of a request that the merchant makes alone, with what the payer agreed to before and it does not repeat.
 */
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
): Promise<Agreed | undefined> {
  return agreement?.id === undefined ? undefined : orders.agreed(merchantKey, agreement.id);
}
