/** The causes of errors, and the validation problems of refused fields, each with its meaning and remedy. */

export interface Remedy {
  readonly meaning: string;
  readonly mend: string;
}

export interface CauseRow extends Remedy {
  /** The default status of errors with this cause. */
  readonly status: number;
}

export const CAUSES = {
  INVALID_REQUEST: {
    status: 400,
    meaning: 'The request is not right as it stands. Nothing happened.',
    mend: 'Change what error.field and error.details name, or what error.explanation says, and send it again. The transaction id was not used up.',
  },
  REQUEST_REJECTED: {
    status: 403,
    meaning: 'The request is well formed, and whoever sent it may not do this. Nothing happened.',
    mend: 'The profile lacks a permission: ask the operator of the gateway.',
  },
  SERVER_BUSY: {
    status: 503,
    meaning: 'The gateway cannot take the request at this moment, or the same transaction is still under way.',
    mend: 'Send the very same request again, with the same ids, after the seconds that Retry-After says. A repeat is never carried out twice.',
  },
  SERVER_FAILED: {
    status: 500,
    meaning: 'Something failed in the gateway. Money may have moved.',
    mend: 'Send the very same request again, with the same ids, or retrieve the transaction, before you do anything else. Give error.supportCode to the operator.',
  },
} as const satisfies Record<string, CauseRow>;

export type ErrorCause = keyof typeof CAUSES;

export interface ValidationRow extends Remedy {
  /** The beginning of the explanation: `Missing parameter 'order.id': 1 to 40 characters.` */
  readonly opening: string;
}

export const VALIDATION = {
  MISSING: {
    opening: 'Missing parameter',
    meaning: 'A field that must be given is not there, nor in the session or token that the request names.',
    mend: 'Give the field. The operation’s page says which it needs; null, an empty text and a group with nothing in it count as absent.',
  },
  INVALID: {
    opening: 'Invalid value for',
    meaning: 'The value is not one that the field takes, or it contradicts another field or the order.',
    mend: 'Send a value such as the explanation allows. Length counts characters, and enumerations are case-sensitive. A text may be sent as a JSON number of digits alone, and is read as those digits.',
  },
  UNSUPPORTED: {
    opening: 'Unsupported parameter',
    meaning: 'The field exists, and this operation does not take it in this version or in this state of the order.',
    mend: 'Leave it out, or speak a version that has it: /docs/changes tells which. Where your profile ignores unknown fields, they are named in the header X-Ignored-Fields instead.',
  },
} as const satisfies Record<string, ValidationRow>;

export type ValidationType = keyof typeof VALIDATION;
