/** A shop by functions, for a shop's own tests. */
import { checkedMade, checkedStatus } from './checked-answers.ts';
import { type MadeOrder, NotOffered, type OrderStatus, type Shop, type ShopAct, type WantedOrder } from './shop.ts';

export interface ShopFunctions {
  /** Makes an order. @returns its id @throws {NotOffered} for an order that the shop does not offer */
  makeOrder(wanted: WantedOrder): Promise<string> | string;
  /** The address, absolute, where the payer of the order starts. It is opened with GET. */
  startCheckout(order: string): Promise<string> | string;
  orderState(order: string): Promise<OrderStatus> | OrderStatus;
  /** Absent: the histories with acts in the shop's administration are left out. */
  act?(order: string, act: ShopAct): Promise<void> | void;
}

export function shopByFunctions({ makeOrder, startCheckout, orderState, act }: ShopFunctions): Shop {
  return {
    name: 'the shop',
    async makeOrder(wanted): Promise<MadeOrder> {
      const order = await makeOrder(wanted);
      return checkedMade({ order, pay: await startCheckout(order) });
    },
    async orderStatus(order) {
      return checkedStatus(await orderState(order), order);
    },
    async act(order, what) {
      if (act === undefined) {
        throw new NotOffered('The shop has no `act`.');
      }
      await act(order, what);
    },
  };
}
