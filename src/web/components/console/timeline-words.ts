/** The words of an order's timeline. */
import type {
  TimelineAct,
  TimelineEntry,
  TimelineNotification,
  TimelineStep,
  TimelineTransaction,
} from '../../views/console/index.ts';
import { money, typeName } from './order-words.ts';

const STEPS: Readonly<Record<string, (provider: string) => string>> = {
  INITIATED: (provider) => `The payment was made at ${provider}`,
  NOT_INITIATED: (provider) => `${provider} did not accept the payment`,
  REDIRECTED: (provider) => `The payer was sent to ${provider}`,
  CAME_BACK: (provider) => `The payer came back from ${provider}`,
  RETURNED: () => 'The payer was sent back to the shop',
  CHOSEN: () => 'The payer chose how to pay',
  PAYER_ASKED: (provider) => `${provider} was requested to ask the payer`,
  SENT_BACK: (provider) => `The payer was sent back to ${provider} to choose another way to pay`,
  CALLED_BACK: (provider) => `${provider} reported a change`,
  ASKED: (provider) => `${provider} was asked for the result`,
  CONFIRMATION_ASKED: (provider) => `${provider} was requested to collect the payment`,
  WITHDRAWN: (provider) => `The payment was withdrawn at ${provider}`,
  COMPLETED: () => 'The payment ended',
  OTHER_MONEY: (provider) => `${provider} has another amount, currency or order`,
  LATE_SUCCESS: (provider) => `${provider} took the money after the payment had ended`,
  LATE_DECISION: () => 'The operator decided about the late money',
  LATE_REFUND: () => 'The late money was given back',
};

/** The bank's check of the payer, by the status of the interface. */
const AUTHENTICATIONS: Readonly<Record<string, string>> = {
  AUTHENTICATION_ATTEMPTED: 'the bank did not check, and takes the risk',
  AUTHENTICATION_AVAILABLE: 'the payer can be checked',
  AUTHENTICATION_EXEMPT: 'exempt from the check',
  AUTHENTICATION_FAILED: 'the payer did not pass',
  AUTHENTICATION_NOT_SUPPORTED: 'the card takes no part',
  AUTHENTICATION_PENDING: 'not finished',
  AUTHENTICATION_REJECTED: 'the bank refused',
  AUTHENTICATION_REQUIRED: 'the payer has to be checked',
  AUTHENTICATION_SUCCESSFUL: 'the payer passed',
  AUTHENTICATION_UNAVAILABLE: 'not possible at the time',
};

const NOTIFICATIONS: Readonly<Record<TimelineNotification['state'], string>> = {
  DELIVERED: 'delivered',
  GIVEN_UP: 'given up: the receiver did not accept it',
  SWITCHED_OFF: 'not sent: the receiver has switched notifications off',
  WAITING: 'waits for its next try',
};

const RESULTS: Readonly<Record<TimelineTransaction['result'], string>> = {
  FAILURE: 'failed',
  PENDING: 'not finished',
  STARTED: 'started',
  SUCCESS: 'done',
  UNKNOWN: 'result not known',
};

const ACT_STATES: Readonly<Record<TimelineAct['state'], string>> = {
  DONE: 'done',
  REFUSED: 'refused',
  UNKNOWN: 'result not known',
};

const ACTS: Readonly<Record<string, (act: TimelineAct) => string>> = {
  'console capture': ({ amount }) => ofAmount('Capture', amount),
  'console refund': ({ amount }) => ofAmount('Refund', amount),
  'console void': () => 'Void',
  'console refund decided': ({ isApproved }) => `${isApproved ? 'Approval' : 'Rejection'} of a refund`,
  'console review decided': ({ isApproved }) => `${isApproved ? 'Approval' : 'Rejection'} of a payment that was held`,
  'console receipt resent': () => 'Receipt sent again',
  'console checkout ended': () => 'End of the payer’s checkout',
  'console saved card deleted': ({ card }) => ['Deletion of a saved card', card].filter(Boolean).join(': '),
};

function ofAmount(title: string, amount: TimelineAct['amount']): string {
  return amount === undefined ? title : `${title} of ${money(amount)}`;
}

export interface TimelineLine {
  readonly title: string;
  /** The result, or the state of a delivery. */
  readonly state?: string;
  readonly isWrong?: boolean;
}

export function timelineLine(entry: TimelineEntry): TimelineLine {
  switch (entry.kind) {
    case 'TRANSACTION':
      return {
        title: `${typeName(entry.type)} of ${money(entry.amount)}`,
        state: RESULTS[entry.result],
        isWrong: entry.result === 'FAILURE',
      };
    case 'AUTHENTICATION':
      return { title: 'Check by the payer’s bank (3-D Secure)', state: AUTHENTICATIONS[entry.status] ?? entry.status };
    case 'STEP':
      return { title: stepTitle(entry), ...(entry.outcome !== '' && { state: entry.outcome }) };
    case 'ACT':
      return {
        title: ACTS[entry.action]?.(entry) ?? entry.action,
        state: ACT_STATES[entry.state],
        isWrong: entry.state === 'REFUSED',
      };
    case 'CHECKOUT':
      return {
        title:
          entry.event === 'CHECKOUT_ABANDONED'
            ? 'The payer left the payment page'
            : 'The payment page was open too long',
      };
    case 'NOTIFICATION':
      return {
        title: `Notification about the ${entry.type === undefined ? 'checkout' : typeName(entry.type).toLowerCase()}`,
        state: NOTIFICATIONS[entry.state],
        isWrong: entry.state === 'GIVEN_UP',
      };
  }
}

function stepTitle({ step, provider, times }: TimelineStep): string {
  const title = STEPS[step]?.(provider) ?? step;
  return times > 1 ? `${title}, ${times} times` : title;
}
