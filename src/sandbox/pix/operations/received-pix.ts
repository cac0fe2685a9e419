/** /pix/{e2eid}: payments received, and their refunds. */
import { newReturnId, newRowId } from '../ids.ts';
import type { PixRow } from '../ledger/rows.ts';
import { centavosOf } from '../money.ts';
import type { PspOperation, PspOperationContext } from '../operation.ts';
import { PspRefusal } from '../refusal.ts';

const REFUND_PATH = '/pix/{e2eid}/devolucao/{id}';
const INVALID = 'PixDevolucaoInvalida';
/** The time for refunds, counted from the payment's settlement. */
const REFUNDABLE_MS = 90 * 86_400_000;

export const getPix: PspOperation = {
  name: 'pix.get',
  method: 'GET',
  path: '/pix/{e2eid}',
  invalid: 'RequisicaoInvalida',
  answer: (context) => ({ status: 200, body: context.resources.pix(foundPix(context)) }),
};

export const putRefund: PspOperation = {
  name: 'refund.put',
  method: 'PUT',
  path: REFUND_PATH,
  invalid: INVALID,
  answer(context) {
    const { ledger, resources, now, refundMs, refundId, nextRefund, refusesKnownIds } = context;
    const pix = foundPix(context);
    const amount = centavosOf((context.body as { readonly valor: string }).valor);
    const made = ledger.refunds.all({ pix: pix.id });
    const known = made.find(({ refund_id: id }) => id === refundId);
    if (known !== undefined && known.amount === amount && !refusesKnownIds) {
      return { status: 201, body: resources.refund(known) };
    }
    const given = made
      .filter(({ status }) => status !== 'NAO_REALIZADO')
      .reduce((sum, one) => sum + BigInt(one.amount), 0n);
    const isLate = now > pix.paid_at + REFUNDABLE_MS;
    if (known !== undefined || amount === undefined || given + BigInt(amount) > BigInt(pix.amount) || isLate) {
      throw new PspRefusal(INVALID, 'devolucao.valor');
    }
    const row = ledger.refunds.add({
      ...{ id: newRowId(), refund_id: refundId, pix: pix.id, return_id: newReturnId(now), amount },
      ...{ status: 'EM_PROCESSAMENTO', reason: null, becomes: nextRefund() },
      ...{ asked_at: now, settled_at: null, due_at: now + refundMs, nature: null },
    });
    return { status: 201, body: resources.refund(row) };
  },
};

export const getPixRefund: PspOperation = {
  name: 'refund.get',
  method: 'GET',
  path: REFUND_PATH,
  invalid: INVALID,
  answer(context) {
    const { ledger, resources, refundId } = context;
    const known = ledger.refunds.find({ pix: foundPix(context).id, refund_id: refundId });
    if (known === undefined) {
      throw new PspRefusal('NaoEncontrado');
    }
    return { status: 200, body: resources.refund(known) };
  },
};

function foundPix({ ledger, account, id }: PspOperationContext): PixRow {
  const known = ledger.pix.find({ id, owner: account.clientId });
  if (known === undefined) {
    throw new PspRefusal('PixNaoEncontrado');
  }
  return known;
}
