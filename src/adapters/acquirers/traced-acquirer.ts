/** An acquirer whose exchanges are spans of the requests that make them. */
import type {
  Acquirer,
  AcquirerAdvice,
  AcquirerOutcome,
  AcquirerRequest,
  Acquirers,
  BalanceInquiry,
  BalanceOutcome,
  ReversalAdvice,
  SpanEnd,
  SpanNames,
  Spans,
  StatusInquiry,
  StatusOutcome,
} from '../../core/ports/index.ts';

export function traceAcquirers(acquirers: Acquirers, spans: Spans): Acquirers {
  return new Map([...acquirers].map(([name, acquirer]) => [name, new TracedAcquirer(name, acquirer, spans)]));
}

class TracedAcquirer implements Acquirer {
  /** Absent if the acquirer has no balance inquiry. */
  readonly balance?: (inquiry: BalanceInquiry) => Promise<BalanceOutcome>;
  readonly #acquirer: Acquirer;
  readonly #spans: Spans;
  readonly #names: (exchange: string) => SpanNames;

  constructor(name: string, acquirer: Acquirer, spans: Spans) {
    this.#acquirer = acquirer;
    this.#spans = spans;
    const attributes = { 'turnpike.acquirer': name };
    this.#names = (exchange) => ({ name: `acquirer ${exchange}`, kind: 'CLIENT', attributes });
    if (acquirer.balance !== undefined) {
      this.balance = (inquiry) => this.#exchange('balance', () => acquirer.balance!(inquiry));
    }
  }

  request(request: AcquirerRequest): Promise<AcquirerOutcome> {
    return this.#exchange('request', () => this.#acquirer.request(request));
  }

  advise(advice: AcquirerAdvice, repeat: boolean): Promise<AcquirerOutcome> {
    return this.#exchange('advise', () => this.#acquirer.advise(advice, repeat));
  }

  reverse(advice: ReversalAdvice, repeat: boolean): Promise<boolean> {
    return this.#spans.around(
      this.#names('reverse'),
      () => this.#acquirer.reverse(advice, repeat),
      (isAcknowledged) => endOf(isAcknowledged ? 'ANSWERED' : 'NO_ANSWER'),
    );
  }

  inquire(inquiry: StatusInquiry): Promise<StatusOutcome> {
    return this.#exchange('inquire', () => this.#acquirer.inquire(inquiry));
  }

  ready(): boolean {
    return this.#acquirer.ready();
  }

  #exchange<Outcome extends { readonly status: string }>(
    exchange: string,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    return this.#spans.around(this.#names(exchange), work, ({ status }) => endOf(status));
  }
}

function endOf(status: string): SpanEnd {
  return { attributes: { 'turnpike.outcome': status }, isError: status === 'NO_ANSWER' || status === 'NOT_SENT' };
}
