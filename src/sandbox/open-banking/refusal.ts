/** A bank's error answer: a status, and a message with one of the description's codes. */

/** The HTTP status of each code. If several are possible, it is the usual one. */
export const STATUS_OF_CODE = {
  FORMAT_ERROR: 400,
  PARAMETER_NOT_CONSISTENT: 400,
  PARAMETER_NOT_SUPPORTED: 400,
  RESOURCE_EXPIRED: 400,
  RESOURCE_BLOCKED: 400,
  TIMESTAMP_INVALID: 400,
  PERIOD_INVALID: 400,
  SCA_METHOD_UNKNOWN: 400,
  SCA_INVALID: 400,
  PAYMENT_FAILED: 400,
  EXECUTION_DATE_INVALID: 400,
  CERTIFICATE_INVALID: 401,
  ROLE_INVALID: 401,
  CERTIFICATE_EXPIRED: 401,
  CERTIFICATE_BLOCKED: 401,
  CERTIFICATE_REVOKE: 401,
  CERTIFICATE_MISSING: 401,
  SIGNATURE_INVALID: 401,
  SIGNATURE_MISSING: 401,
  PSU_CREDENTIALS_INVALID: 401,
  SERVICE_BLOCKED: 403,
  PRODUCT_INVALID: 403,
  RESOURCE_UNKNOWN: 404,
  PRODUCT_UNKNOWN: 404,
  CANCELLATION_INVALID: 405,
  SERVICE_INVALID: 405,
  STATUS_INVALID: 409,
} as const satisfies Readonly<Record<string, number>>;

/** An error answer without a body, since the description defines no codes for these statuses of payments. */
export class Wordless extends Error {
  readonly status: 406 | 408 | 415 | 429 | 500 | 503;

  constructor(status: Wordless['status']) {
    super(String(status));
    this.status = status;
  }
}

export type MessageCode = keyof typeof STATUS_OF_CODE;

export function isMessageCode(text: string): text is MessageCode {
  return Object.hasOwn(STATUS_OF_CODE, text);
}

/** Thrown by an operation, whose changes are then not stored. */
export class BankRefusal extends Error {
  readonly status: number;
  readonly code: MessageCode;
  /** The header or the field in error: a name, or a JSON pointer into the body. */
  readonly path: string | undefined;

  constructor(code: MessageCode, path?: string) {
    super(code);
    this.code = code;
    this.status = STATUS_OF_CODE[code];
    this.path = path;
  }

  get body(): object {
    const { code, path } = this;
    return { tppMessages: [{ category: 'ERROR', code, path }] };
  }
}
