/** The gateway's notifications. The handler reads the bytes as they came, whose signature it verifies. */
import { Webhooks } from '@turnpike/webhooks';
import { findOrder, refreshOrder } from '../../lib/orders';

const webhooks = new Webhooks({ keys: [process.env.NOTIFICATION_KEY ?? ''] });

export const POST = webhooks.fetchHandler(async ({ notification }) => {
  const order = findOrder(notification.order.id);
  if (order !== undefined) {
    await refreshOrder(order);
  }
});
