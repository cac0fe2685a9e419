import { deviceTokenUse } from '../../../core/index.ts';
import { blankForm } from '../../payer/posted-form.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import { showNotice } from '../attempt.ts';
import { isAuthenticated } from '../authentication/card.ts';
import type { HeldForm } from '../challenge-queue/hold.ts';
import type { Command } from '../command.ts';
import { payWithInstrument } from '../pay-with-instrument.ts';
import { refuseOutdated } from '../refusal.ts';
import type { OpenSubmission } from '../submission.ts';
import { readPostedToken, WALLET_PROVIDERS } from '../wallets/posted-token.ts';

/** The input with the token of the wallet. */
export const WALLET_TOKEN = 'walletToken';

/**
 * Pays with a wallet's token. A device with a cryptogram has authenticated the payer. A card that the wallet keeps on
 * file is authenticated like a typed one: its number pays then, and the payment uses up the token.
 */
export async function payWithWallet(
  dependencies: PayerDependencies,
  submission: OpenSubmission,
  { wallet }: Command<'payWithWallet'>,
): Promise<HeldForm | string> {
  const { posted, found } = submission;
  const form = blankForm(posted, found.session);
  const refused = await refuseOutdated(dependencies, submission, form);
  if (refused !== undefined) {
    return refused;
  }
  const read = await readPostedToken(dependencies, found, wallet, posted.fields.get(WALLET_TOKEN) ?? '');
  if (read === undefined) {
    return showNotice(dependencies, posted, found.session, wallet);
  }
  const { token } = read;
  const sourceOfFunds = {
    type: 'CARD' as const,
    provided: { card: { number: token.number, expiry: token.expiry } },
  };
  const asksBank = token.cryptogram === undefined && isAuthenticated(dependencies, found, sourceOfFunds, false);
  return payWithInstrument(dependencies, submission, {
    sourceOfFunds,
    stored: asksBank ? sourceOfFunds : read.sourceOfFunds,
    savesCard: undefined,
    isSaved: false,
    details: undefined,
    form,
    wallet: {
      id: wallet,
      provider: WALLET_PROVIDERS[wallet],
      isAuthenticated: token.cryptogram !== undefined,
      use: asksBank ? deviceTokenUse(token) : undefined,
    },
  });
}
