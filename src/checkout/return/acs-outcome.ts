/** The status page's data for a payment that waits for the payer's bank. Made from stored data alone. */
import { createHash } from 'node:crypto';
import type { ShownAuthentication } from '../../core/payer-authentication/index.ts';
import type { AuthenticationPage, PageAnswer, PaymentOutcome, StatusPage } from '../../web/views/index.ts';
import type { PayerLanguages } from '../payer/payer-languages.ts';
import type { Authenticating } from '../status/checkout-status.ts';

export interface AcsStatus {
  readonly shown: ShownAuthentication;
  /** The payment that waits for it; absent once the payer has cancelled it, or it was superseded. */
  readonly attempt?: Authenticating;
}

/** The operations that the status page needs for card payments that wait for the payer's bank. */
export interface AcsStatusService {
  /** @returns undefined for a handle that this gateway has not issued */
  find(handle: string): Promise<AcsStatus | undefined>;
  /** The bank's challenge, at an address of the status page; without a challenge, a redirect to the status page. */
  challenge(asked: AcsStatus, handle: string, languages: PayerLanguages): Promise<PageAnswer<AuthenticationPage>>;
  /** Cancels the attempt: the payer declines to answer the bank. */
  cancel(asked: AcsStatus): Promise<void>;
}

/** Whether the bank has a question for the payer, here (challenge) or elsewhere (decoupled). */
export function isWithPayer({ view }: ShownAuthentication): boolean {
  return view.stage === 'CHALLENGE' || view.stage === 'DECOUPLED';
}

export function acsOutcome({ attempt, shown }: AcsStatus): PaymentOutcome {
  if (attempt === undefined) {
    return { kind: 'notCharged', reason: 'declined' };
  }
  return { kind: isWithPayer(shown) ? 'asked' : 'waiting' };
}

export function acsSteps({ attempt, shown }: AcsStatus): StatusPage['steps'] {
  const { createdAt, updatedAt } = shown.authentication;
  return [
    { step: 'initiated', at: new Date(createdAt).toISOString() },
    { step: 'confirmed' },
    { step: 'completed', at: attempt === undefined ? new Date(updatedAt).toISOString() : undefined },
  ];
}

/** Enough to distinguish two states of one payment's page. */
const MARK_CHARACTERS = 16;

export function acsMark(asked: AcsStatus): string {
  const shown = JSON.stringify([acsOutcome(asked), acsSteps(asked)]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, MARK_CHARACTERS);
}
