/**
 * The order's rules as the interface's document and the decisions state them, in short: the effect of each operation,
 * and the refusals. It shares no code with the gateway's own rules; both are compared over random histories.
 */
import { HOUR_MS } from '../../src/contract/durations.ts';
import { type Asked, isSame, type Made, type Plan, type Profile, type Said } from './terms.ts';

/** The limit of one message to the acquirer, in minor units. */
const AMOUNT_MAX = 999_999_999_999n;
/** The pauses before a refund without a connection is retried, by the number of tries. */
const PAUSES_MS = [0, 5_000, 10_000, 20_000, 60_000, 300_000];
const VOIDABLE = ['AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'REFUND'];
const UNCHANGEABLE = ['CANCELLED', 'FAILED', 'INITIATED', 'VERIFIED'];
const UNREFUNDABLE = ['AUTHORIZED', 'CANCELLED', 'FAILED', 'INITIATED', 'VERIFIED'];

const isOpen = ({ code }: Made) => code === 'PENDING' || code === 'UNKNOWN';
const isDone = ({ code }: Made) => code === 'APPROVED';
const isStanding = (made: Made) => made.type !== 'VERIFICATION' && (isOpen(made) || isDone(made));
const isMoney = (amount: bigint | undefined): amount is bigint =>
  amount !== undefined && amount > 0n && amount <= AMOUNT_MAX;
const total = (all: readonly Made[]) => all.reduce((sum, { amount }) => sum + amount, 0n);

export class OrderModel {
  readonly made: Made[] = [];
  readonly profile: Profile;
  readonly #now: () => number;

  constructor(profile: Profile, now: () => number) {
    this.profile = profile;
    this.#now = now;
  }

  /** @returns undefined if it is refused */
  ask(asked: Asked, said: Said): Made | undefined {
    const earlier = this.made.find((made) => made.asked.id === asked.id);
    if (earlier !== undefined) {
      return isSame(earlier.asked, asked) ? earlier : undefined;
    }
    const plan = this.#plan(asked);
    return plan && this.#make(asked, plan, said);
  }

  /** A person's decision on the oldest refund request. @param id of the resulting refund */
  decide(approved: boolean, id: string, said: Said): void {
    const request = this.undecided();
    if (request === undefined) {
      return;
    }
    if (approved) {
      request.approvedAs = id;
    } else {
      request.code = 'CANCELLED';
    }
    this.#giveBack(said);
  }

  /** Every open result becomes known. */
  settle(code: 'APPROVED' | 'DECLINED'): void {
    for (const made of this.open()) {
      made.code = code;
    }
    this.#giveBack(code);
  }

  /** Except requests that wait for a person. */
  open(): Made[] {
    return this.made.filter((made) => isOpen(made) && made.type !== 'REFUND_REQUEST');
  }

  undecided(): Made | undefined {
    return this.made.find((made) => made.type === 'REFUND_REQUEST' && isOpen(made) && made.approvedAs === undefined);
  }

  get authorized(): bigint {
    return this.made.filter(isDone).reduce((sum, { type, amount }) => {
      if (type === 'AUTHORIZATION_UPDATE') {
        return amount;
      }
      if (type === 'VOID_AUTHORIZATION' || type === 'VOID_PAYMENT') {
        return sum - amount;
      }
      return type === 'AUTHORIZATION' || type === 'PAYMENT' ? sum + amount : sum;
    }, 0n);
  }

  get captured(): bigint {
    return total(this.#done('CAPTURE', 'PAYMENT')) - total(this.#done('VOID_CAPTURE', 'VOID_PAYMENT'));
  }

  get refunded(): bigint {
    return total(this.#done('REFUND')) - total(this.#done('VOID_REFUND'));
  }

  get status(): string {
    const { authorized, captured, refunded, made } = this;
    if (made.some((one) => one.type === 'REFUND_REQUEST' && isOpen(one))) {
      return 'REFUND_REQUESTED';
    }
    if (this.#done('VOID_AUTHORIZATION', 'VOID_PAYMENT').length > 0) {
      return 'CANCELLED';
    }
    if (refunded > 0n && (refunded === captured || this.#done('CAPTURE', 'PAYMENT').length === 0)) {
      return 'REFUNDED';
    }
    if (refunded > 0n) {
      return refunded > captured ? 'EXCESSIVELY_REFUNDED' : 'PARTIALLY_REFUNDED';
    }
    if (captured > 0n) {
      return captured < authorized ? 'PARTIALLY_CAPTURED' : 'CAPTURED';
    }
    // A payment with zero amount still counts as captured or authorized.
    if (this.#done('PAYMENT').length > 0) {
      return 'CAPTURED';
    }
    if (this.#done('AUTHORIZATION').length > 0) {
      return 'AUTHORIZED';
    }
    // The order consisted of a standalone capture or refund, now undone.
    if (this.#done('VOID_CAPTURE', 'VOID_REFUND').length > 0) {
      return 'CANCELLED';
    }
    if (made.some(isOpen)) {
      return 'INITIATED';
    }
    return this.#done('VERIFICATION').length > 0 ? 'VERIFIED' : 'FAILED';
  }

  /** The amount that may still be captured. */
  get capturable(): bigint {
    const allowed = (this.authorized * BigInt(100 + this.profile.excessCapturePercent)) / 100n;
    return allowed - this.captured - this.#held('CAPTURE');
  }

  /** The amount that may still be refunded. A request that became a refund reserves its amount only once. */
  get refundable(): bigint {
    const decided = total(this.made.filter((made) => isOpen(made) && made.refund !== undefined));
    return this.captured - this.refunded - this.#held('REFUND') - this.#held('REFUND_REQUEST') + decided;
  }

  #done(...types: readonly string[]): Made[] {
    return this.made.filter((made) => isDone(made) && types.includes(made.type));
  }

  /** The amount of open transactions, which may have moved. */
  #held(type: string): bigint {
    return total(this.made.filter((made) => made.type === type && isOpen(made)));
  }

  #make(asked: Asked, plan: Plan, said: Said): Made {
    const made: Made = { ...plan, asked, at: this.#now(), code: codeOf(plan.type, said) };
    this.made.push(made);
    return made;
  }

  /** Makes each approved refund as soon as possible. */
  #giveBack(said: Said): void {
    this.#followRefunds();
    for (const request of this.made.filter(({ approvedAs, refund }) => approvedAs !== undefined && !refund)) {
      this.#giveBackOne(request, said);
    }
    this.#followRefunds();
  }

  #giveBackOne(request: Made, said: Said): void {
    const { approvedAs = '', unsent } = request;
    if (!isOpen(request) || (unsent && this.#now() < unsent.at + (PAUSES_MS[unsent.tries] ?? HOUR_MS))) {
      return;
    }
    // Its amount was reserved, so there is enough.
    const isAlone = this.made.find(isStanding) === request;
    const plan = this.#isUncertain() ? undefined : isAlone ? request : this.#refundOf(request.amount);
    if (plan === undefined) {
      // An open result may still make it possible.
      request.code = this.open().length > 0 ? request.code : 'DECLINED';
      return;
    }
    const tries = unsent?.tries ?? 0;
    const id = tries === 0 ? approvedAs : `${approvedAs}-${tries + 1}`;
    const made = this.#make({ ...request.asked, id }, { type: 'REFUND', amount: plan.amount }, said);
    if (said === 'NO_LINK') {
      request.unsent = { tries: tries + 1, at: this.#now() };
    } else {
      request.refund = made;
    }
  }

  #followRefunds(): void {
    for (const made of this.made) {
      if (made.refund !== undefined && !isOpen(made.refund)) {
        made.code = made.refund.code;
      }
    }
  }

  /** @returns undefined if the operation is refused */
  #plan(asked: Asked): Plan | undefined {
    const { operation, amount, currency } = asked;
    if (operation === 'AUTHORIZE') {
      return this.#initial('AUTHORIZATION', amount);
    }
    if (operation === 'PAY') {
      return this.#initial('PAYMENT', amount);
    }
    if (operation === 'VERIFY') {
      return this.#initial('VERIFICATION', 0n);
    }
    const isUnused = !this.made.some((made) => isOpen(made) || isDone(made));
    if (isUnused && (operation === 'CAPTURE' || operation === 'REFUND')) {
      return this.#standalone(operation, asked);
    }
    const first = this.made.find(isStanding)?.asked.currency ?? 'EUR';
    if (this.#isUncertain() || (currency !== undefined && currency !== first)) {
      return undefined;
    }
    if (operation === 'CAPTURE') {
      return this.#capture(asked);
    }
    if (operation === 'REFUND') {
      return this.#refund(asked);
    }
    if (operation === 'VOID') {
      return this.#void(asked);
    }
    if (operation === 'REFERRAL') {
      return this.#referral(asked);
    }
    if (operation === 'UPDATE_AUTHORIZATION') {
      return this.#update(asked);
    }
    throw new Error(`The model has no rule for ${operation}.`);
  }

  #initial(type: string, amount: bigint | undefined): Plan | undefined {
    const isRight = type === 'VERIFICATION' ? amount === 0n : isMoney(amount);
    return !this.made.some(isStanding) && isRight && amount !== undefined ? { type, amount } : undefined;
  }

  #standalone(operation: 'CAPTURE' | 'REFUND', { amount, currency, hasCard, hasCode }: Asked): Plan | undefined {
    const { standaloneCapture, standaloneRefund, refundApproval } = this.profile.permissions;
    const isAllowed = operation === 'CAPTURE' ? standaloneCapture && hasCode : standaloneRefund;
    if (!isAllowed || !hasCard || currency === undefined || !isMoney(amount)) {
      return undefined;
    }
    return { type: operation === 'REFUND' && refundApproval ? 'REFUND_REQUEST' : operation, amount };
  }

  /** While a void or an update is open, the order's amounts are uncertain. */
  #isUncertain(): boolean {
    return this.made.some((made) => isOpen(made) && /^VOID_|^AUTHORIZATION_UPDATE$/.test(made.type));
  }

  #capture({ amount }: Asked): Plan | undefined {
    const newest = this.#done('AUTHORIZATION', 'AUTHORIZATION_UPDATE').at(-1);
    if (newest === undefined || this.status === 'CANCELLED') {
      return undefined;
    }
    if (this.#now() > newest.at + this.profile.authorizationValidityDays * 24 * HOUR_MS) {
      return undefined;
    }
    return isMoney(amount) && amount <= this.capturable ? { type: 'CAPTURE', amount } : undefined;
  }

  #refund({ amount }: Asked): Plan | undefined {
    const { excessRefund, refundApproval } = this.profile.permissions;
    if (!isMoney(amount) || (!excessRefund && amount > this.refundable)) {
      return undefined;
    }
    const plan = this.#refundOf(amount);
    return plan && { ...plan, type: refundApproval ? 'REFUND_REQUEST' : 'REFUND' };
  }

  #refundOf(amount: bigint): Plan | undefined {
    const taken = this.#done('CAPTURE', 'PAYMENT').filter((made) => !this.#isUndone(made));
    return taken.length === 0 || UNREFUNDABLE.includes(this.status) ? undefined : { type: 'REFUND', amount };
  }

  #isUndone({ asked: { id } }: Made): boolean {
    return this.made.some((made) => made.target === id && made.type.startsWith('VOID_') && isStanding(made));
  }

  #void({ target }: Asked): Plan | undefined {
    const made = this.made.find(({ asked: { id } }) => id === target);
    if (made === undefined || !isDone(made) || !VOIDABLE.includes(made.type) || this.#isUndone(made)) {
      return undefined;
    }
    if (this.#now() > made.at + this.profile.voidWindowHours * HOUR_MS) {
      return undefined;
    }
    if (made.type === 'AUTHORIZATION' && this.captured + this.#held('CAPTURE') > 0n) {
      return undefined;
    }
    if ((made.type === 'CAPTURE' || made.type === 'PAYMENT') && this.refundable < made.amount) {
      return undefined;
    }
    const amount = made.type === 'AUTHORIZATION' ? this.authorized : made.amount;
    return { type: `VOID_${made.type}`, amount, target: made.asked.id };
  }

  #update({ amount }: Asked): Plan | undefined {
    const isChangeable = this.#done('AUTHORIZATION').length > 0 && !UNCHANGEABLE.includes(this.status);
    const isEnough = amount === undefined || (isMoney(amount) && amount >= this.captured + this.#held('CAPTURE'));
    return isChangeable && isEnough ? { type: 'AUTHORIZATION_UPDATE', amount: amount ?? this.authorized } : undefined;
  }

  #referral({ hasCode }: Asked): Plan | undefined {
    const newest = this.made.findLast(({ type }) => type === 'AUTHORIZATION' || type === 'PAYMENT');
    if (!hasCode || newest?.code !== 'REFERRED') {
      return undefined;
    }
    return this.status === 'FAILED' || this.status === 'VERIFIED' ? { ...newest, target: newest.asked.id } : undefined;
  }
}

/**
 * A request without an answer is declined, an advice is repeated until it is answered, and a person's decision takes
 * time.
 */
function codeOf(type: string, said: Said): string {
  if (type === 'REFUND_REQUEST') {
    return 'PENDING';
  }
  if (said !== 'SILENCE' && said !== 'NO_LINK') {
    return said;
  }
  if (type === 'CAPTURE' || /^VOID_|^AUTHORIZATION_UPDATE$/.test(type)) {
    return 'PENDING';
  }
  return said === 'SILENCE' ? 'TIMED_OUT' : 'ACQUIRER_SYSTEM_ERROR';
}
