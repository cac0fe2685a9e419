/** The sandbox's verdict on a signature, by the same verifier that its page offers to merchants. */
import type { ReceivedNotification } from './received-notification.ts';
import { verify } from './verifiers/verify.ts';

export interface SignatureVerdict {
  readonly isRight: boolean;
  readonly words: string;
}

/** The verdict at the current time, because a notification becomes too old. */
export function signatureVerdictOf({ headers, rawBody }: ReceivedNotification, key: string): SignatureVerdict {
  try {
    verify(headers, rawBody, key);
    return { isRight: true, words: 'Signature is right' };
  } catch (error) {
    return { isRight: false, words: (error as Error).message };
  }
}
