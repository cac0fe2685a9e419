/** An absent archive, for stores without archived orders. */
import type { ArchivePieces } from '../../../../src/adapters/store/engine/pieces.ts';

const none = async () => {
  throw new Error('There is no archive here.');
};

export const NO_PIECES: ArchivePieces = {
  has: async () => false,
  write: none,
  read: async () => undefined,
  rewrite: async () => undefined,
  remove: async () => undefined,
  summaries: async () => [],
};
