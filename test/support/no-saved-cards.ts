/** For tests without stored cards. */
import type { SavedCards } from '../../src/core/ports/index.ts';

export const NO_SAVED_CARDS: SavedCards = {
  plan: () => undefined,
  store: async () => undefined,
  ofCustomer: async () => [],
  ofKey: async () => [],
  use: async () => undefined,
  remove: async () => false,
};
