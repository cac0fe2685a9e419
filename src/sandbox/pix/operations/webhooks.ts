/** /webhook/{chave}: the callback address of a key's owner. */
import type { PspWebhookRow } from '../ledger/rows.ts';
import type { PspOperation, PspOperationContext } from '../operation.ts';
import { PspRefusal } from '../refusal.ts';

const PATH = '/webhook/{chave}';
const INVALID = 'WebhookOperacaoInvalida';

export const putWebhook: PspOperation = {
  name: 'webhook.put',
  method: 'PUT',
  path: PATH,
  invalid: INVALID,
  answer(context) {
    const { ledger, account, id, now, body } = context;
    const { webhookUrl: url } = body as { readonly webhookUrl: string };
    if (id !== account.key) {
      throw new PspRefusal(INVALID, 'chave');
    }
    const known = ledger.webhooks.find({ id });
    if (known === undefined) {
      ledger.webhooks.add({ id, owner: account.clientId, url, created_at: now });
    } else {
      ledger.webhooks.change(known, { url, created_at: now });
    }
    return { status: 200 };
  },
};

export const getWebhook: PspOperation = {
  name: 'webhook.get',
  method: 'GET',
  path: PATH,
  invalid: INVALID,
  answer: (context) => ({ status: 200, body: context.resources.webhook(findWebhook(context)) }),
};

export const deletePixWebhook: PspOperation = {
  name: 'webhook.delete',
  method: 'DELETE',
  path: PATH,
  invalid: INVALID,
  answer(context) {
    context.ledger.webhooks.remove(findWebhook(context));
    return { status: 204 };
  },
};

function findWebhook({ ledger, account, id }: PspOperationContext): PspWebhookRow {
  const known = ledger.webhooks.find({ id, owner: account.clientId });
  if (known === undefined) {
    throw new PspRefusal('WebhookNaoEncontrado');
  }
  return known;
}
