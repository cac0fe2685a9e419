/** For tests without links that take payments. */
import type { Links } from '../../src/core/ports/index.ts';

export const NO_LINKS: Links = {
  storeNumber: 0,
  newKey: () => 0,
  insert: async () => true,
  find: async () => undefined,
  findByKey: async () => undefined,
  ofMerchant: async () => [],
  end: async () => false,
  findOrder: async () => undefined,
  findOrderByKey: async () => undefined,
  orders: async () => [],
  takenOrders: async () => [],
  countPaid: async () => 0,
  insertOrder: async () => false,
  setSession: async () => false,
  take: async () => false,
  keep: async () => false,
  release: async () => false,
  markPaid: async () => undefined,
};
