/** Refunds of a received Pix payment, in one or several parts (devoluções). */

import { majorText } from '../../../contract/money.ts';
import type { MovementOutcome, ProviderMovement, ProviderReply } from '../../../core/ports/index.ts';
import type { OAuthAnswer } from '../oauth-client.ts';
import { isRefusal } from './charges.ts';
import { refundIdOf, txidOf } from './names.ts';
import type { PspTurn } from './psp-client.ts';
import { charge, END_TO_END_ID, pspErrorCode, refund } from './psp-messages.ts';
import { pspReplyOf } from './replies.ts';

const UNREADABLE = { status: 'NO_ANSWER' } as const;

/**
 * Makes a refund. The gateway chooses its id, so that it is made only once. If a PSP refuses an id that is in use, the
 * refund with this id is queried.
 */
export async function refundAtPsp(movement: ProviderMovement, turn: PspTurn): Promise<MovementOutcome> {
  if (movement.kind !== 'REFUND') {
    return replyOutcome(pspReplyOf('MOVEMENT_NOT_SUPPORTED'));
  }
  const of = await receivedOf(movement, turn);
  if (typeof of !== 'string') {
    return of;
  }
  const id = refundIdOf(movement.reference);
  const path = `/pix/${of}/devolucao/${id}`;
  const valor = majorText(movement.amount, movement.currency);
  const asked = await turn({ method: 'PUT', path, body: { valor } });
  const known = isRefusal(asked) ? await turn({ method: 'GET', path }) : asked;
  if (known.status !== 'ANSWERED') {
    return known;
  }
  if (isRefusal(asked) && isRefusal(known)) {
    return replyOutcome(pspReplyOf(pspErrorCode(asked.body) ?? `HTTP_${asked.code}`));
  }
  return readRefund(known, id, valor);
}

function readRefund(answer: OAuthAnswer, id: string, valor: string): MovementOutcome {
  const { data } = refund.safeParse(answer.status === 'ANSWERED' && answer.code < 300 ? answer.body : {});
  if (data === undefined || data.id !== id || data.valor !== valor) {
    return UNREADABLE;
  }
  const { status, motivo, rtrId } = data;
  return replyOutcome(
    pspReplyOf(status, {
      ...(status === 'NAO_REALIZADO' && motivo !== undefined && { message: motivo }),
      ...(rtrId !== undefined && { providerReference: rtrId.slice(0, 100) }),
    }),
  );
}

/** The id of the received payment. For a late payment it is looked up in the charge. */
async function receivedOf(
  { restsOn = '', payment }: ProviderMovement,
  turn: PspTurn,
): Promise<string | MovementOutcome> {
  if (END_TO_END_ID.test(restsOn)) {
    return restsOn;
  }
  const answer = await turn({ method: 'GET', path: `/cob/${txidOf(payment.reference)}` });
  if (answer.status !== 'ANSWERED') {
    return answer;
  }
  const refused = isRefusal(answer) ? pspErrorCode(answer.body) : undefined;
  if (refused !== undefined) {
    return replyOutcome(pspReplyOf(refused));
  }
  return charge.safeParse(answer.body).data?.pix[0]?.endToEndId ?? UNREADABLE;
}

function replyOutcome(reply: ProviderReply): MovementOutcome {
  return { status: 'REPLIED', reply };
}
