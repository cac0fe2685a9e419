/** /webhook/{chave}: the callback address of a key's owner. */
import type { WebhookRow } from '../ledger/rows.ts';
import type { Operation, OperationContext } from '../operation.ts';
import { Refusal } from '../refusal.ts';

const PATH = '/webhook/{chave}';
const INVALID = 'WebhookOperacaoInvalida';

export const putWebhook: Operation = {
  name: 'webhook.put',
  method: 'PUT',
  path: PATH,
  invalid: INVALID,
  answer(context) {
    const { ledger, account, id, now, body } = context;
    const { webhookUrl: url } = body as { readonly webhookUrl: string };
    if (id !== account.key) {
      throw new Refusal(INVALID, 'chave');
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

export const getWebhook: Operation = {
  name: 'webhook.get',
  method: 'GET',
  path: PATH,
  invalid: INVALID,
  answer: (context) => ({ status: 200, body: context.resources.webhook(found(context)) }),
};

export const deleteWebhook: Operation = {
  name: 'webhook.delete',
  method: 'DELETE',
  path: PATH,
  invalid: INVALID,
  answer(context) {
    context.ledger.webhooks.remove(found(context));
    return { status: 204 };
  },
};

function found({ ledger, account, id }: OperationContext): WebhookRow {
  const known = ledger.webhooks.find({ id, owner: account.clientId });
  if (known === undefined) {
    throw new Refusal('WebhookNaoEncontrado');
  }
  return known;
}
