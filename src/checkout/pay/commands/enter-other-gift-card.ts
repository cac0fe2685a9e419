import { payAddress } from '../../session/page-addresses.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import { discardGiftCard } from '../stored-gift-card.ts';
import type { Submission } from '../submission.ts';

export async function enterOtherGiftCard(
  dependencies: PayerDependencies,
  { posted, found: { session } }: Submission,
): Promise<string> {
  await discardGiftCard(dependencies, posted, session);
  return payAddress(session.id);
}
