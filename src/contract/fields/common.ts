import { field, type Node } from '../field.ts';
import { string } from '../types.ts';

/** What every order-transaction request may carry beside its own groups. */
export const common: Record<string, Node> = {
  apiOperation: field(string(1, 50)),
  correlationId: field(string(1, 100)),
  partnerSolutionId: field(string(1, 40)),
  userId: field(string(1, 256)),
};
