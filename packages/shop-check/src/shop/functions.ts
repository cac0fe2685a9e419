/** A shop by functions, for a shop's own tests. */
import { TIMEOUT_MS, TIMER_MS_MAX } from '../payer/http.ts';
import { checkedMade, checkedStatus } from './checked-answers.ts';
import {
  type MadeOrder,
  NotOffered,
  type OrderStatus,
  type Shop,
  type ShopAct,
  ShopProblem,
  type WantedOrder,
} from './shop.ts';

export interface ShopFunctions {
  /** Makes an order. @returns its id @throws {NotOffered} for an order that the shop does not offer */
  makeOrder(wanted: WantedOrder): Promise<string> | string;
  /** The address, absolute, where the payer of the order starts. It is opened with GET. */
  startCheckout(order: string): Promise<string> | string;
  orderState(order: string): Promise<OrderStatus> | OrderStatus;
  /** Absent: the histories with acts in the shop's administration are left out. */
  act?(order: string, act: ShopAct): Promise<void> | void;
}

/** @param timeoutMs the limit of one call */
export function shopByFunctions(
  functions: ShopFunctions,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number | undefined } = {},
): Shop {
  const { makeOrder, startCheckout, orderState, act } = functions;

  /** An error or a promise without end of one function is a problem of one history, and the others are played. */
  async function called<T>(name: keyof ShopFunctions, work: () => Promise<T> | T): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const problem = new ShopProblem(`\`${name}\` of the shop has not answered within ${timeoutMs / 1_000} s.`);
      timer = setTimeout(() => reject(problem), Math.min(timeoutMs, TIMER_MS_MAX));
    });
    try {
      return await Promise.race([work(), late]);
    } catch (error) {
      if (error instanceof ShopProblem || (error instanceof NotOffered && name !== 'orderState')) {
        throw error;
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw new ShopProblem(`\`${name}\` of the shop threw an error: ${reason}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    name: 'the shop',
    async makeOrder(wanted): Promise<MadeOrder> {
      const order = await called('makeOrder', () => makeOrder(wanted));
      return checkedMade({ order, pay: await called('startCheckout', () => startCheckout(order)) });
    },
    async orderStatus(order) {
      return checkedStatus(await called('orderState', () => orderState(order)), order);
    },
    async act(order, what) {
      if (act === undefined) {
        throw new NotOffered('The shop has no `act`.');
      }
      await called('act', () => act(order, what));
    },
  };
}
