/** The record of every answer that showed a full card number: implements the gateway's `Unmaskings` port. */
import type { Unmasking, Unmaskings } from '../gateway/ports/index.ts';
import { write } from './engine.ts';
import { Repository } from './repository.ts';
import { type Placeholder, statement } from './statement.ts';

const insertUnmasking = statement(
  (
    db,
    p: Placeholder<{
      key: number;
      merchantKey: number;
      certificate: string;
      userId: string | null;
      operation: string;
      orderId: string | null;
      transactionId: string | null;
      token: string | null;
      at: number;
    }>,
  ) =>
    db.insertInto('unmasking').values({
      key: p('key'),
      merchant_key: p('merchantKey'),
      certificate: p('certificate'),
      user_id: p('userId'),
      operation: p('operation'),
      order_id: p('orderId'),
      transaction_id: p('transactionId'),
      token: p('token'),
      at: p('at'),
    }),
);

export class StoredUnmaskings extends Repository implements Unmaskings {
  async add(unmasking: Unmasking): Promise<void> {
    const nothing = { userId: null, orderId: null, transactionId: null, token: null };
    await this.engine.commit({ writes: [write(insertUnmasking, { key: this.newKey(), ...nothing, ...unmasking })] });
  }
}
