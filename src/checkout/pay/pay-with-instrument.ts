/**
 * Pays like a merchant's server: collects instrument and details into the session, and pays with the resulting version
 * of the session. A suspicious payer's form waits first; a card may be authenticated first.
 */
import type { SourceOfFundsFields } from '../../contract/request-fields.ts';
import { SENSITIVE_PATHS } from '../../contract/secret-paths.ts';
import { secretTexts, secretValues, without } from '../../contract/values.ts';
import type { CardSaving, DeviceTokenUse, Wallet } from '../../core/ports/index.ts';
import type { WalletId } from '../../web/views/index.ts';
import { CARD_OPERATIONS } from '../session/card-operations.ts';
import type { ReadDetails } from '../session/payer-details.ts';
import type { FormState } from '../session/session.ts';
import type { PayerDependencies } from '../status/checkout-status.ts';
import { storedSession } from '../status/payment-link.ts';
import { makeAttempt } from './attempt.ts';
import { demandsForSaved, firstAuthentication, isAuthenticated, isMandatory } from './authentication/card.ts';
import { payAuthenticated } from './authentication/pay-authenticated.ts';
import { type HeldForm, heldForm } from './challenge-queue/hold.ts';
import { refuseOvertaken } from './refusal.ts';
import type { OpenSubmission } from './submission.ts';

export interface ChosenInstrument {
  /** With the card number, which determines scheme, limits and authentication. */
  readonly sourceOfFunds: SourceOfFundsFields;
  /** The source that the session stores. */
  readonly stored: SourceOfFundsFields;
  /** The one for whom the card is stored after the payment. */
  readonly savesCard: CardSaving | undefined;
  /** The payer pays with a saved card. */
  readonly isSaved: boolean;
  /** Undefined: the details are the merchant's. */
  readonly details: ReadDetails | undefined;
  /** The form to show again after a decline. */
  readonly form: FormState;
  /** The wallet that the card is from. */
  readonly wallet?: ChosenWallet;
}

export interface ChosenWallet {
  readonly id: WalletId;
  readonly provider: Wallet;
  /** The payer's device has authenticated the payer. */
  readonly isAuthenticated: boolean;
  /** Present if the card pays in place of the token. */
  readonly use: DeviceTokenUse | undefined;
}

/** @returns the address to redirect to, or the wait that the form must complete */
export async function payWithInstrument(
  dependencies: PayerDependencies,
  submission: OpenSubmission,
  instrument: ChosenInstrument,
): Promise<HeldForm | string> {
  const { posted, found, state, passed } = submission;
  const { sourceOfFunds, form } = instrument;
  if (passed === undefined) {
    const { attempt } = state;
    const waits = await heldForm(dependencies, posted, found, { sourceOfFunds, state: form, attempt });
    if (waits !== undefined) {
      return waits;
    }
  }
  // A form that has waited keeps its wait, so that the page waits until the payment itself is under way.
  const chosen = passed === undefined ? instrument : { ...instrument, form: { ...form, wait: passed } };
  const isByDevice = instrument.wallet?.isAuthenticated === true;
  return form.method === 'card' && !isByDevice && isAuthenticated(dependencies, found, sourceOfFunds, chosen.isSaved)
    ? authenticate(dependencies, submission, chosen)
    : charge(dependencies, submission, chosen);
}

async function authenticate(
  dependencies: PayerDependencies,
  submission: OpenSubmission,
  { stored, savesCard, isSaved, details, form, wallet }: ChosenInstrument,
): Promise<string> {
  const { posted, found, state } = submission;
  const authentication = firstAuthentication(dependencies, posted, found, state.attempt, {
    isRest: state.held !== undefined,
    savesCard,
    isSaved,
    deviceToken: wallet?.use,
  });
  const session = await storedSession(dependencies, found.session);
  const values = { sourceOfFunds: stored, details, authentication, wallet: wallet?.provider };
  const waiting = await dependencies.sessionService.collect(session, values, form);
  return waiting === undefined ? refuseOvertaken(dependencies, submission) : payAuthenticated(dependencies, waiting);
}

async function charge(
  dependencies: PayerDependencies,
  submission: OpenSubmission,
  { sourceOfFunds, stored, savesCard, isSaved, details, form, wallet }: ChosenInstrument,
): Promise<string> {
  const { posted, found, state } = submission;
  const { operation } = found.session.checkout;
  // The security code, PIN or wallet's token is not stored: it goes with the request.
  const { sourceOfFunds: kept } = without({ sourceOfFunds: stored }, SENSITIVE_PATHS);
  const sensitive = secretValues(secretTexts({ sourceOfFunds: stored }, SENSITIVE_PATHS), true);
  const session = await storedSession(dependencies, found.session);
  const collected = await dependencies.sessionService.collect(session, { sourceOfFunds: kept, details }, form);
  if (collected === undefined) {
    return refuseOvertaken(dependencies, submission);
  }
  const { id, version } = collected;
  return makeAttempt(dependencies, posted, found, {
    transactionId: state.attempt,
    operation: CARD_OPERATIONS[operation as keyof typeof CARD_OPERATIONS],
    values: { ...sensitive, order: wallet && { walletProvider: wallet.provider }, session: { id, version } },
    collected,
    wallet: wallet?.id,
    giftCard: form.method === 'giftCard' ? sourceOfFunds : undefined,
    part: state.held === undefined ? undefined : { kind: 'REST' },
    savesCard,
    mustAuthenticate: mustAuthenticate(found, { isSaved, wallet }) ? true : undefined,
  });
}

function mustAuthenticate(
  { session, merchant }: OpenSubmission['found'],
  { isSaved, wallet }: Pick<ChosenInstrument, 'isSaved' | 'wallet'>,
): boolean {
  return (isMandatory(session) && wallet?.isAuthenticated !== true) || (isSaved && demandsForSaved(merchant));
}
