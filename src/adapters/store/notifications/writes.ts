/** The writes that commit with an outcome, or a checkout's event, of which the merchant is notified. */
import type { NewNotification, StoredTransaction } from '../../../core/ports/index.ts';
import { type Write, write } from '../engine/engine.ts';
import { insertNotification, queue } from './statements.ts';

export function notificationWrites(
  { key: transactionKey, orderKey }: Pick<StoredTransaction, 'key' | 'orderKey'>,
  { key, sequence, version, url, receiver, body, claimedUntil, heldUntil }: NewNotification,
  createdAt: number,
  owner: number | null,
): Write[] {
  const isClaimed = claimedUntil !== undefined;
  return [
    write(insertNotification, {
      key,
      orderKey,
      transactionKey,
      sequence,
      url,
      version,
      body,
      state: 'WAITING',
      none: 0,
      createdAt,
      heldUntil: heldUntil ?? null,
    }),
    write(queue, {
      orderKey,
      receiver,
      dueAt: claimedUntil ?? heldUntil ?? createdAt,
      owner: isClaimed ? owner : null,
      key,
      tries: isClaimed ? 1 : 0,
      none: 0,
    }),
  ];
}
