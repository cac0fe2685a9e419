import type { PostedForm } from '../payer/posted-form.ts';
import { formToShow } from '../payer/posted-form.ts';
import type { CheckoutStatus, PayerDependencies } from '../status/checkout-status.ts';
import type { Offers } from './command.ts';
import { providerChoices } from './provider-payment.ts';
import { offeredCards } from './saved-cards.ts';
import { STORED_CARD, storedGiftCard } from './stored-gift-card.ts';
import { walletButtons } from './wallets/wallet-buttons.ts';

/**
 * The ways to pay that the checkout offers to this payer now. Cards are decrypted only for a form that may use them.
 */
export async function offersTo(
  dependencies: PayerDependencies,
  { fields, payer }: PostedForm,
  found: CheckoutStatus,
): Promise<Offers> {
  const { session, merchant, held } = found;
  const choices = held === undefined ? providerChoices(dependencies.gateway, merchant, session) : [];
  const providers = choices.map(({ id }) => id);
  const isAtProvider = providers.includes(fields.get('method') ?? '');
  return {
    operation: session.checkout.operation,
    isConfirmation: session.checkout.confirms !== undefined,
    wallets: walletButtons(dependencies, found).map(({ id }) => id),
    providers,
    savedCards: isAtProvider ? [] : await offeredCards(dependencies, found),
    isStoredGiftCard:
      fields.has(STORED_CARD) && storedGiftCard(dependencies, session, formToShow({ payer }, session)) !== undefined,
  };
}
