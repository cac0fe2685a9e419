/** The outcome of a call, for a page's callback. */

// biome-ignore lint/suspicious/noExplicitAny: the interface's own answer, as the page knows it.
export type RestJson = any;

export interface CallFailure {
  /** The answer's `error.cause`, or the reason why there is no answer. */
  readonly cause: string;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  readonly code: string;
  readonly msg: string;
  readonly result: 'ERROR';
}

export interface CallOutcome {
  readonly correlationId: string;
  readonly restApiResponse?: RestJson;
  readonly gatewayRecommendation?: string;
  /** The same as `authentication.redirect.html`. */
  readonly htmlRedirectCode?: string;
  /** `3DS2` or `NONE`. */
  readonly authenticationVersion?: string;
  readonly error?: CallFailure;
}

/** @param answer the operation's answer, parsed as JSON */
export function readOutcome(correlationId: string, status: number, answer: RestJson): CallOutcome {
  if (answer?.result === 'ERROR' || answer?.result === undefined) {
    const { cause = 'SERVER_FAILED', explanation = 'the gateway gave no answer that can be read' } =
      answer?.error ?? {};
    return { correlationId, restApiResponse: answer, error: failure(cause, status, explanation) };
  }
  const { authentication = {}, response = {} } = answer;
  const html = authentication.redirect?.html ?? authentication.redirectHtml;
  return {
    correlationId,
    restApiResponse: answer,
    gatewayRecommendation: response.gatewayRecommendation,
    ...(html !== undefined && { htmlRedirectCode: html }),
    ...(authentication.version !== undefined && { authenticationVersion: authentication.version }),
  };
}

export function failure(cause: string, status: number, msg: string): CallFailure {
  return { cause, code: cause, msg, result: 'ERROR', status };
}
