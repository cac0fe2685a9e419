/**
 * A caller with nothing but the session's id authenticates whoever pays what the session is for. It says where the
 * payer is; everything that decides money, or how hard the payer is asked, is the merchant's, in the session.
 */
import type { Session, SessionService } from '../../checkout/index.ts';
import { type FieldProblem, invalidFields, invalidProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { textAt } from '../../contract/values.ts';
import type { Gateway, Merchant } from '../../gateway/index.ts';
import { takesVersion2 } from '../../gateway/payer-authentication/index.ts';

/** Fields that such a caller may repeat, as clients do, and not change. */
const REPEATED = ['authentication.redirectResponseUrl', 'order.amount', 'order.currency'] as const;

export interface PayersRequestDependencies {
  readonly gateway: Gateway;
  readonly sessionService: SessionService;
}

/** @throws InterfaceError naming every field that is not the payer's to say */
export async function refuseBeyondPayer(
  { gateway, sessionService }: PayersRequestDependencies,
  merchant: Merchant,
  orderId: string,
  values: RequestFields,
): Promise<void> {
  const session = await sessionService.find(merchant.key, values.session?.id ?? '');
  const problems = [...fieldProblems(values, session), ...(await orderProblems(gateway, merchant, orderId, session))];
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
}

function fieldProblems(values: RequestFields, { fields }: Session): FieldProblem[] {
  const { channel, acceptVersions } = values.authentication ?? {};
  return [
    ...REPEATED.filter((path) => ![undefined, textAt(fields, path)].includes(textAt(values, path))).map((path) =>
      invalidProblem(path, 'as the session has it'),
    ),
    // With any other of these nobody would be asked, and the payment would go on.
    ...(isPayersChannel(channel, fields.authentication?.channel)
      ? []
      : [invalidProblem('authentication.channel', 'PAYER_BROWSER, or PAYER_APP where the session has it')]),
    ...(takesVersion2(acceptVersions) ? [] : [invalidProblem('authentication.acceptVersions', 'a list with 3DS2')]),
  ];
}

/** That a payer is in an app, whose SDK asks the issuer by itself, is the merchant's to say. */
function isPayersChannel(channel: string | undefined, ofSession: string | undefined): boolean {
  return channel === undefined || channel === 'PAYER_BROWSER' || (channel === 'PAYER_APP' && ofSession === channel);
}

/** Whoever has a session learns nothing of other orders, and takes no transaction id of theirs. */
async function orderProblems(
  gateway: Gateway,
  { key: merchantKey }: Merchant,
  orderId: string,
  { key, fields }: Session,
): Promise<FieldProblem[]> {
  const named = fields.order?.id;
  if (named === orderId) {
    return [];
  }
  const order = named === undefined ? await gateway.orders.find(merchantKey, orderId) : undefined;
  const isNew = named === undefined && order === undefined;
  const begun = order === undefined ? [] : await gateway.payerAuthentication.authentications.ofOrder(order.key);
  return isNew || begun.some(({ purpose }) => purpose.session === key)
    ? []
    : [invalidProblem('order.id', 'the order that the session is for')];
}
