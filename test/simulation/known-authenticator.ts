/**
 * Payer authentication with a known result: enrolment ends it at once. No message of 3-D Secure is simulated, but the
 * core stores the authentication and its use by a payment.
 */
import { Secret } from '../../src/contract/secret.ts';
import type {
  Authentication,
  AuthenticationView,
  EnrolmentRequest,
  PayerAuthenticator,
} from '../../src/core/ports/index.ts';
import type { Outcomes } from './outcomes.ts';

const TRANSACTION_ID_DIGITS = 12;

export class KnownAuthenticator implements PayerAuthenticator {
  readonly #outcomes: Outcomes;
  #made = 0;

  constructor(outcomes: Outcomes) {
    this.#outcomes = outcomes;
  }

  async ready(): Promise<void> {}

  enrol(request: Pick<EnrolmentRequest, 'scheme'>): Authentication {
    this.#made += 1;
    const view: AuthenticationView = {
      threeDSServerTransID: `00000000-0000-4000-8000-${`${this.#made}`.padStart(TRANSACTION_ID_DIGITS, '0')}`,
      scheme: request.scheme,
      version: '2.2.0',
      stage: 'ENDED',
      result: this.#outcomes.ofAuthentication(),
    };
    return { stored: new Secret(JSON.stringify(view)), view };
  }

  withoutEnrolment(request: Pick<EnrolmentRequest, 'scheme'>): Authentication {
    return this.enrol(request);
  }

  timePassed(stored: Secret): Authentication {
    return { stored, view: JSON.parse(stored.reveal()) };
  }

  methodData = notSimulated;
  methodStarted = notSimulated;
  methodNotified = notSimulated;
  methodCompleted = notSimulated;
  authenticate = notSimulated;
  challenge = notSimulated;
  challengeReturned = notSimulated;
  resultReceived = notSimulated;
}

function notSimulated(): never {
  throw new Error('No message of 3-D Secure is simulated.');
}
