/** PayPal's error answer: a status, a name, and the issues. */

export interface Issue {
  readonly issue: string;
  /** A JSON pointer into the request. */
  readonly field?: string;
  readonly value?: string;
  readonly location?: 'body' | 'path' | 'query';
}

export interface ResourceLink {
  readonly href: string;
  readonly rel: string;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
}

export const ERROR_NAMES = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
  409: 'RESOURCE_CONFLICT',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'RATE_LIMIT_REACHED',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
} as const;

export type RefusalStatus = keyof typeof ERROR_NAMES;

/** Thrown by an operation, whose changes are then not stored. */
export class PayPalRefusal extends Error {
  readonly status: RefusalStatus;
  readonly details: readonly Issue[];
  readonly links: readonly ResourceLink[];

  constructor(status: RefusalStatus, details: readonly Issue[] = [], links: readonly ResourceLink[] = []) {
    super(details[0]?.issue ?? ERROR_NAMES[status]);
    this.status = status;
    this.details = details;
    this.links = links;
  }
}

/** An answer 422 with one issue. @param field a JSON pointer */
export function unprocessable(issue: string, field?: string): PayPalRefusal {
  return new PayPalRefusal(422, [{ issue, field, location: field === undefined ? undefined : 'body' }]);
}

export function notFound(parameter: string, id: string): PayPalRefusal {
  return new PayPalRefusal(404, [{ issue: 'INVALID_RESOURCE_ID', field: parameter, value: id, location: 'path' }]);
}

/** @param hasMessage whether to include a sentence for people, which programs must not evaluate */
export function paypalErrorBody(
  { status, details, links }: PayPalRefusal,
  debugId: string,
  hasMessage = false,
): object {
  return {
    name: ERROR_NAMES[status],
    message: hasMessage ? 'The stand-in does not do this.' : undefined,
    details: details.length > 0 ? details : undefined,
    debug_id: debugId,
    links,
  };
}
