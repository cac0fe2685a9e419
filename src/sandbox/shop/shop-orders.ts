/**
 * The shop's own orders, one small file each. A payer may return after a restart of the sandbox, and the gateway's
 * answer is compared with the order here.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ShopOrder {
  readonly id: string;
  readonly cents: number;
  readonly currency: string;
  /** Present for a payment on the shop's own page. */
  readonly sessionId?: string;
  /**
   * The value from the gateway's answer to the checkout. The payer returns with it after a success. Absent with
   * hosted fields, which need no checkout.
   */
  readonly successIndicator?: string;
}

/** The format of `newOrderId`, also safe as a file name. */
const ORDER_ID = /^[0-9]{8}-[0-9]{6}-[0-9a-f]{6}$/;

/** An order id that sorts by time, and is unique among orders of one second: `20261121-024501-9f03ab`. */
export function newOrderId(now = new Date()): string {
  const digits = now.toISOString().replace(/\D/g, '');
  return `${digits.slice(0, 8)}-${digits.slice(8, 14)}-${randomBytes(3).toString('hex')}`;
}

export interface ShopOrders {
  keep(order: ShopOrder): void;
  find(id: string): ShopOrder | undefined;
}

/** @param folder undefined keeps the orders in memory */
export function openShopOrders(folder: string | undefined): ShopOrders {
  return folder === undefined ? ordersInMemory() : ordersIn(folder);
}

function ordersInMemory(): ShopOrders {
  const orders = new Map<string, ShopOrder>();
  return { keep: (order) => void orders.set(order.id, order), find: (id) => orders.get(id) };
}

function ordersIn(folder: string): ShopOrders {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (id: string) => join(folder, `${id}.json`);
  return {
    keep(order) {
      const draft = `${fileOf(order.id)}.draft`;
      writeFileSync(draft, JSON.stringify(order), { mode: 0o600 });
      renameSync(draft, fileOf(order.id));
    },
    find(id) {
      if (!ORDER_ID.test(id)) {
        return undefined;
      }
      try {
        return JSON.parse(readFileSync(fileOf(id), 'utf8')) as ShopOrder;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
          return undefined;
        }
        throw error;
      }
    },
  };
}
