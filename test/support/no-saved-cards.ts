/** For tests without stored cards. */
import type { SavedCards } from '../../src/core/ports/index.ts';

export const NO_SAVED_CARDS: SavedCards = {
  plan: () => undefined,
  store: async () => undefined,
  ofCustomer: async () => [],
  ofKey: async () => [],
  customerKey: async () => undefined,
  use: async () => undefined,
  remove: async () => false,
};
