/** A browser-payment provider that a test controls: it agrees, decides, stays silent and counts its calls. */
import type { GatewayCode } from '../../src/contract/gateway-codes.ts';
import type {
  CallbackOutcome,
  CreateOutcome,
  MovementOutcome,
  NewProviderPayment,
  Provider,
  ProviderMoney,
  ProviderMovement,
  ProviderPayment,
  ProviderReply,
  RawCallback,
  StateOutcome,
} from '../../src/core/ports/index.ts';

export type Call = 'confirm' | 'create' | 'move' | 'state' | 'cancel';

/** Replaces an answer. `done`: the provider still executed the call. */
export interface Fault {
  readonly status: 'NOT_SENT' | 'NO_ANSWER';
  readonly done?: true;
  /** With NOT_SENT: the retry time. */
  readonly retryAfterMs?: number;
}

type Standing = 'AGREED' | 'OPEN' | 'WAITING' | ProviderReply;

interface SimulatedPayment {
  readonly asked: NewProviderPayment;
  money: ProviderMoney;
  standing: Standing;
}

export const RIGHT = 'the right signature';
export const PAGE_URL = 'https://wallet.example/pay/';

export const replyWith = (gatewayCode: GatewayCode): ProviderReply => ({
  gatewayCode,
  code: `P-${gatewayCode}`,
  message: `The provider says ${gatewayCode}.`,
  providerReference: 'P-1',
});

export class SimulatedProvider implements Provider {
  readonly id: string;
  /** Every call, in order. */
  readonly calls: { readonly call: Call; readonly reference: string }[] = [];
  readonly payments = new Map<string, SimulatedPayment>();
  /** By their references, so that a repeat is seen as one. */
  readonly movements = new Map<string, ProviderMovement>();
  fault: (call: Call, reference: string) => Fault | undefined = () => undefined;
  /** Awaited before an answer is sent: a test keeps the gateway waiting here. */
  held: (call: Call) => Promise<void> | undefined = () => undefined;
  /** Its reply to a new payment that it refuses. */
  refusal: ProviderReply | undefined;
  /** The number of further confirmations that find the payer's instrument declined. */
  instrumentsDeclined = 0;
  /** Its result for a capture, refund or void. */
  movesWith: GatewayCode = 'APPROVED';

  constructor(id: string) {
    this.id = id;
  }

  /** The payer agreed, the provider waits for its own result, or it has decided. */
  stand(reference: string, standing: Exclude<Standing, ProviderReply> | GatewayCode): void {
    const isStatus = standing === 'AGREED' || standing === 'OPEN' || standing === 'WAITING';
    this.payment(reference).standing = isStatus ? standing : replyWith(standing);
  }

  payment(reference: string): SimulatedPayment {
    const payment = this.payments.get(reference);
    if (payment === undefined) {
      throw new Error('The provider has no such payment.');
    }
    return payment;
  }

  /** The number of calls of this kind. */
  count(call: Call): number {
    return this.calls.filter((one) => one.call === call).length;
  }

  create(asked: NewProviderPayment): Promise<CreateOutcome> {
    const { reference, amount, currency, orderId } = asked;
    return this.#answer('create', reference, () => {
      if (this.refusal !== undefined) {
        return { status: 'REFUSED', reply: this.refusal };
      }
      const money = { amount, currency: currency.code, orderId };
      if (!this.payments.has(reference)) {
        this.payments.set(reference, { asked, money, standing: 'OPEN' });
      }
      return { status: 'CREATED', pageUrl: PAGE_URL + reference, providerReference: 'P-1' };
    });
  }

  state({ reference }: ProviderPayment): Promise<StateOutcome> {
    return this.#answer('state', reference, () => this.#stateOf(reference));
  }

  confirm({ reference }: ProviderPayment): Promise<StateOutcome> {
    return this.#answer('confirm', reference, () => {
      const payment = this.payments.get(reference);
      if (payment?.standing === 'AGREED' && this.instrumentsDeclined > 0) {
        this.instrumentsDeclined -= 1;
        return { status: 'CHOOSE_AGAIN', money: payment.money, reply: replyWith('DECLINED') };
      }
      if (payment?.standing === 'AGREED') {
        this.stand(reference, 'APPROVED');
      }
      return this.#stateOf(reference);
    });
  }

  cancel({ reference }: ProviderPayment): Promise<StateOutcome> {
    return this.#answer('cancel', reference, () => {
      const standing = this.payments.get(reference)?.standing;
      if (standing === 'OPEN' || standing === 'AGREED') {
        this.stand(reference, 'CANCELLED');
      }
      return this.#stateOf(reference);
    });
  }

  move(movement: ProviderMovement): Promise<MovementOutcome> {
    return this.#answer('move', movement.reference, () => {
      this.movements.set(movement.reference, movement);
      return { status: 'REPLIED', reply: replyWith(this.movesWith) };
    });
  }

  callback({ headers, body }: RawCallback, _now: number): CallbackOutcome {
    if (headers.signature !== RIGHT) {
      return { status: 'FORGED' };
    }
    const { reference, amount, currency, orderId, says } = JSON.parse(Buffer.from(body).toString('utf8'));
    return { status: 'GENUINE', reference, says, money: { amount: BigInt(amount), currency, orderId } };
  }

  #stateOf(reference: string): StateOutcome {
    const payment = this.payments.get(reference);
    if (payment === undefined) {
      return { status: 'UNKNOWN_PAYMENT' };
    }
    const { money, standing } = payment;
    return typeof standing === 'string' ? { status: standing, money } : { status: 'DECIDED', money, reply: standing };
  }

  async #answer<Outcome>(
    call: Call,
    reference: string,
    work: () => Outcome,
  ): Promise<Outcome | Pick<Fault, 'retryAfterMs' | 'status'>> {
    this.calls.push({ call, reference });
    const fault = this.fault(call, reference);
    const outcome = fault === undefined || fault.done ? work() : undefined;
    await this.held(call);
    if (fault === undefined) {
      return outcome as Outcome;
    }
    const { status, retryAfterMs } = fault;
    return { status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
}

/** The callback of the provider's server about a payment, in its present state. */
export function callbackOf(
  provider: SimulatedProvider,
  reference: string,
  given: { readonly signature?: string; readonly money?: Partial<ProviderMoney>; readonly reference?: string } = {},
): RawCallback {
  const { money, standing } = provider.payment(reference);
  const { amount, currency, orderId } = { ...money, ...given.money };
  const says = typeof standing === 'string' ? standing : 'DECIDED';
  const body = { reference: given.reference ?? reference, amount: amount.toString(), currency, orderId, says };
  return { headers: { signature: given.signature ?? RIGHT }, body: Buffer.from(JSON.stringify(body)) };
}
