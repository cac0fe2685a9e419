/**
 * The server of a browser-payment provider: payments that payers approve or abandon, and movements by merchants, each
 * known by its reference, so that a repeat moves nothing. Its ledger is a reference for the checks, as the acquirer's
 * is.
 */
import type { GatewayCode } from '../../src/contract/gateway-codes.ts';
import { resultOf } from '../../src/contract/gateway-codes.ts';
import type {
  CreateOutcome,
  NewProviderPayment,
  ProviderMoney,
  ProviderMovement,
  ProviderReply,
  ProviderState,
} from '../../src/core/ports/index.ts';
import type { Outcomes, ProviderDecision } from './outcomes.ts';
import type { World } from './world.ts';

export interface ProviderPayment {
  readonly provider: string;
  readonly asked: NewProviderPayment;
  readonly money: ProviderMoney;
  /** Undefined: the seed decides. */
  readonly decision: ProviderDecision | undefined;
  /** A gateway code means decided. */
  standing: 'AGREED' | 'OPEN' | 'WAITING' | GatewayCode;
  /** By reference, in order of arrival. */
  readonly movements: Map<string, { readonly movement: ProviderMovement; readonly code: GatewayCode; isVoided?: true }>;
}

const PAGE_URL = 'https://wallet.example/pay/';
/** A bank usually takes seconds, and now and then days. */
const DECISION_MS_MAX = 20_000;
const SLOW_DECISION_MS_MAX = 2 * 24 * 3_600_000;

export class ProviderServer {
  readonly #world: World;
  readonly #outcomes: Outcomes;
  readonly payments = new Map<string, ProviderPayment>();
  /** Called when a payment is decided: it sends callbacks, or not. */
  decided: (payment: ProviderPayment) => void = () => undefined;

  constructor(world: World, outcomes: Outcomes) {
    this.#world = world;
    this.#outcomes = outcomes;
  }

  create(provider: string, asked: NewProviderPayment): CreateOutcome {
    const { chance } = this.#world;
    const known = this.payments.get(asked.reference);
    const decision = this.#outcomes.atProvider(asked);
    if (known === undefined && decision === undefined && chance.oneIn(15)) {
      return { status: 'REFUSED', reply: replyWith('DECLINED') };
    }
    if (known === undefined) {
      // Now and then a provider has recorded another amount.
      const isOther = decision === undefined && chance.oneIn(40);
      const amount = isOther ? asked.amount + 1n : asked.amount;
      const money = { amount, currency: asked.currency.code, orderId: asked.orderId };
      const payment = { provider, asked, money, standing: 'OPEN', movements: new Map() } as const;
      this.payments.set(asked.reference, { ...payment, decision });
      this.#step(asked, 'made');
    }
    return { status: 'CREATED', pageUrl: PAGE_URL + asked.reference, providerReference: asked.reference };
  }

  state(reference: string): ProviderState {
    const payment = this.payments.get(reference);
    if (payment === undefined) {
      return { status: 'UNKNOWN_PAYMENT' };
    }
    const { money, standing } = payment;
    if (standing === 'OPEN' || standing === 'AGREED' || standing === 'WAITING') {
      return { status: standing, money };
    }
    return { status: 'DECIDED', money, reply: replyWith(standing) };
  }

  confirm(reference: string): ProviderState {
    const payment = this.payments.get(reference);
    if (payment?.standing === 'AGREED') {
      this.#takeTime(payment);
    }
    return this.state(reference);
  }

  withdraw(reference: string): ProviderState {
    const payment = this.payments.get(reference);
    if (payment?.standing === 'OPEN' || payment?.standing === 'AGREED') {
      this.#decide(payment, 'CANCELLED');
    }
    return this.state(reference);
  }

  move(movement: ProviderMovement): ProviderReply {
    const payment = this.payments.get(movement.payment.reference);
    const known = payment?.movements.get(movement.reference);
    if (known !== undefined) {
      this.#world.journal.count('movement again at the provider');
    }
    if (known !== undefined || payment === undefined) {
      return replyWith(known?.code ?? 'DECLINED');
    }
    const decided =
      this.#outcomes.movementAtProvider(movement) ?? (this.#world.chance.oneIn(10) ? 'DECLINED' : 'APPROVED');
    const code: GatewayCode = isPossible(payment, movement) ? decided : 'DECLINED';
    payment.movements.set(movement.reference, { movement, code });
    const target = movement.target === undefined ? undefined : payment.movements.get(movement.target);
    if (movement.kind === 'VOID' && code === 'APPROVED' && target !== undefined) {
      target.isVoided = true;
    }
    this.#step(payment.asked, `${movement.kind} ${movement.amount}: ${code}`);
    return replyWith(code);
  }

  /** The payer agrees on the provider's page. */
  agree(reference: string): void {
    const payment = this.payments.get(reference);
    if (payment?.standing !== 'OPEN') {
      return;
    }
    this.#step(payment.asked, 'the payer agrees');
    if (payment.asked.confirmation === 'CONFIRM_AT_MERCHANT') {
      payment.standing = 'AGREED';
    } else {
      this.#takeTime(payment);
    }
  }

  cancel(reference: string): void {
    const payment = this.payments.get(reference);
    if (payment?.standing === 'OPEN') {
      this.#decide(payment, 'CANCELLED');
    }
  }

  #takeTime(payment: ProviderPayment): void {
    const { chance, scheduler } = this.#world;
    if (payment.decision !== undefined) {
      this.#takeKnownTime(payment, payment.decision);
      return;
    }
    const code = chance.weighted<GatewayCode>([
      [4, 'APPROVED'],
      [1, 'DECLINED'],
    ]);
    if (chance.oneIn(2)) {
      this.#decide(payment, code);
      return;
    }
    payment.standing = 'WAITING';
    const ms = chance.between(1, chance.oneIn(20) ? SLOW_DECISION_MS_MAX : DECISION_MS_MAX);
    scheduler.after(ms, () => this.#decide(payment, code));
  }

  #takeKnownTime(payment: ProviderPayment, { code, afterMs, lateMs }: ProviderDecision): void {
    payment.standing = 'WAITING';
    if (code === undefined) {
      return;
    }
    const { scheduler } = this.#world;
    scheduler.after(afterMs, () => {
      this.#decide(payment, code);
      if (lateMs !== undefined) {
        scheduler.after(lateMs, () => this.#decide(payment, 'APPROVED'));
      }
    });
  }

  #decide(payment: ProviderPayment, code: GatewayCode): void {
    payment.standing = code;
    this.#step(payment.asked, code);
    this.decided(payment);
  }

  #step({ orderId, reference }: NewProviderPayment, what: string): void {
    this.#world.journal.step('provider', `${orderId} (${reference}): ${what}`);
  }
}

/** Whether the movement is covered by the available money. */
function isPossible(payment: ProviderPayment, { kind, amount, target }: ProviderMovement): boolean {
  const { authorized, captured, refunded } = ledgerStatusOf(payment);
  if (kind === 'CAPTURE') {
    return captured + amount <= authorized;
  }
  if (kind === 'REFUND') {
    return refunded + amount <= captured;
  }
  const undone = target === undefined ? undefined : payment.movements.get(target);
  if (undone === undefined) {
    return authorized > 0n && refunded === 0n;
  }
  return undone.code === 'APPROVED' && undone.isVoided === undefined && undone.movement.amount === amount;
}

/** The payment's sums, in minor units. */
export function ledgerStatusOf({ asked, money, standing, movements }: ProviderPayment): {
  authorized: bigint;
  captured: bigint;
  refunded: bigint;
} {
  const sums = { authorized: 0n, captured: 0n, refunded: 0n };
  if (isOpenStanding(standing) || resultOf(standing) !== 'SUCCESS') {
    return sums;
  }
  sums.authorized = money.amount;
  if (asked.operation === 'PAY') {
    sums.captured = money.amount;
  }
  for (const { movement, code, isVoided } of movements.values()) {
    if (code !== 'APPROVED' || isVoided) {
      continue;
    }
    if (movement.kind === 'CAPTURE') {
      sums.captured += movement.amount;
    }
    if (movement.kind === 'REFUND') {
      sums.refunded += movement.amount;
    }
    if (movement.kind === 'VOID' && movement.target === undefined) {
      sums.authorized = sums.captured = 0n;
    }
  }
  return sums;
}

function isOpenStanding(standing: ProviderPayment['standing']): standing is 'AGREED' | 'OPEN' | 'WAITING' {
  return standing === 'AGREED' || standing === 'OPEN' || standing === 'WAITING';
}

function replyWith(gatewayCode: GatewayCode): ProviderReply {
  return { gatewayCode, code: `P-${gatewayCode}`, message: `The provider says ${gatewayCode}.` };
}
