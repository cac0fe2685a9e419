/** GET /v1/customer/disputes/{id}: a dispute of the account. */
import { disputeBody, sellerOf } from '../disputes.ts';
import type { DisputeRow } from '../ledger/rows.ts';
import type { PayPalOperation } from '../operation.ts';
import { notFound } from '../refusal.ts';

export const getDispute: PayPalOperation = {
  name: 'disputes.get',
  method: 'GET',
  path: '/v1/customer/disputes/:id',
  isUndescribed: true,
  act(context) {
    const { ledger, account, id } = context;
    const row = ledger.disputes.find({ id });
    if (row === undefined || sellerOf(context, row) !== account.merchantId) {
      throw notFound('id', id);
    }
    return id;
  },
  show: (context, id) => ({
    status: 200,
    body: disputeBody(context, context.ledger.disputes.find({ id }) as DisputeRow),
  }),
};
