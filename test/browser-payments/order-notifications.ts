/** The number of notifications of an order for the merchant. */
import type { Rig } from '../api/rest/rig.ts';

export async function notificationsOf(rig: Pick<Rig, 'rows'>, orderId: string): Promise<number> {
  const [row] = await rig.rows(
    'select count(*) as n from notification n join payment_order o on o.key = n.order_key where o.order_id = ?',
    orderId,
  );
  return Number(row?.n);
}
