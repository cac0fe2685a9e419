import { readFormProof } from '../payer/payer-cookie.ts';
import type { PostedForm } from '../payer/posted-form.ts';
import type { Wait } from '../session/wait.ts';
import type { CheckoutStatus } from '../status/checkout-status.ts';
import type { CheckoutState } from '../status/state.ts';

export type PayState = CheckoutState & { readonly kind: 'pay' };

/** A posted form, with the checkout as it is now. */
export interface Submission {
  readonly posted: PostedForm;
  readonly found: CheckoutStatus;
  /** Whether the form carries this payer's own proof, and the amount that the payer saw. */
  readonly proof: ReturnType<typeof readFormProof>;
}

/** A form posted to a checkout that can be paid. */
export interface OpenSubmission extends Submission {
  readonly state: PayState;
  /** The wait in the challenge queue that the form has completed. */
  readonly passed: Wait | undefined;
}

export function submissionOf(posted: PostedForm, found: CheckoutStatus): Submission {
  return { posted, found, proof: readFormProof(posted.payer, posted.sessionId, posted.fields.get('csrf') ?? '') };
}
