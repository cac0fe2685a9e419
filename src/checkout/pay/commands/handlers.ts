/** The handler of each command. */

import type { PayerDependencies } from '../../status/checkout-status.ts';
import type { CheckoutState } from '../../status/state.ts';
import type { HeldForm } from '../challenge-queue/hold.ts';
import type { Command, CommandName } from '../command.ts';
import type { OpenSubmission, Submission } from '../submission.ts';
import { askBalance } from './ask-balance.ts';
import { changeLanguage } from './change-language.ts';
import { confirmStoredCard } from './confirm-stored-card.ts';
import { enterOtherGiftCard } from './enter-other-gift-card.ts';
import { extendSession } from './extend-session.ts';
import { payAtProvider } from './pay-at-provider.ts';
import { payEntered } from './pay-entered.ts';
import { payWithSavedCard } from './pay-with-saved-card.ts';
import { payWithWallet } from './pay-with-wallet.ts';
import { refuseUnsavedCard } from './refuse-unsaved-card.ts';
import { releaseGiftCard } from './release-gift-card.ts';
import { renewSession } from './renew-session.ts';
import { storeEntered } from './store-entered.ts';

type Handler<Name extends CommandName> = (
  dependencies: PayerDependencies,
  submission: OpenSubmission,
  command: Command<Name>,
) => Promise<HeldForm | string>;

/** Each returns the address to redirect to, or the wait that the form must complete. */
const HANDLERS: { readonly [Name in CommandName]: Handler<Name> } = {
  askBalance,
  changeLanguage,
  confirmStoredCard,
  enterOtherGiftCard,
  extendSession,
  payAtProvider,
  payEntered,
  payWithSavedCard,
  payWithWallet,
  refuseUnsavedCard,
  releaseGiftCard,
  storeEntered,
};

export function handleCommand<Name extends CommandName>(
  dependencies: PayerDependencies,
  submission: OpenSubmission,
  command: Command<Name>,
): Promise<HeldForm | string> {
  return HANDLERS[command.name](dependencies, submission, command);
}

interface ClosedButton {
  readonly name: string;
  readonly handle: (dependencies: PayerDependencies, submission: Submission) => Promise<string>;
}

/** The button that the page has in a state in which the checkout cannot be paid. */
export const CLOSED_BUTTONS: { readonly [Kind in CheckoutState['kind']]?: ClosedButton } = {
  expired: { name: 'renew', handle: renewSession },
  held: { name: 'giftCardOff', handle: releaseGiftCard },
};
