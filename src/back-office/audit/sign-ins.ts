/**
 * Records sign-ins of merchants' servers in the audit trail: the first of a day from each network, and failed ones
 * counted together. Requests do not wait for it: a worker appends the entries later.
 *
 * An attacker cannot flood the trail: failed sign-ins share one entry at a time, which lists the most frequent kinds
 * and counts the others, and the interval between entries grows while they continue.
 */
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import { networkOf } from '../../platform/limits/index.ts';
import type { AuditTrail } from './audit-trail.ts';

/** The credential of a sign-in. */
export type SignInProof = 'certificate' | 'password';

/** The events that the REST interface reports. */
export interface SignInEvents {
  /** @param merchantId the id of an existing merchant */
  recordSuccess(merchantId: string, address: string, proof: SignInProof): void;
  /** @param merchantId the id in the request's URL @param reason a label of the metric */
  recordFailure(merchantId: string, address: string, reason: string): void;
  /** @param email of a person of the console; undefined for a text that is nobody's */
  recordPersonFailure(email: string | undefined, address: string, reason: string): void;
}

/** Maximum number of kinds of failed sign-ins that are counted separately between two entries. */
const KINDS_MAX = 1_000;
/** Maximum number of kinds that an entry lists, the most frequent first. */
const NAMED_MAX = 20;
/** Maximum number of merchants' networks recorded in one day. */
const PASSED_MAX = 10_000;
/** A merchant's servers use few networks. The limit bounds the entries of a merchant whose addresses keep changing. */
const NETWORKS_PER_MERCHANT_MAX = 20;

const FAILED_AFTER_MS_MIN = MINUTE_MS;
const FAILED_AFTER_MS_MAX = 60 * FAILED_AFTER_MS_MIN;

/**
 * Reasons after a successful look-up of the merchant. Otherwise the id is the client's own text, perhaps a misplaced
 * secret.
 */
const REASONS_OF_MERCHANTS: ReadonlySet<string> = new Set(['busy', 'disabled', 'ended_password', 'wrong_password']);

interface FailedKind {
  readonly merchant: string | null;
  /** A person of the console. */
  readonly person?: string | undefined;
  readonly from: string;
  readonly reason: string;
  times: number;
}

export interface SignInDependencies {
  readonly trail: Pick<AuditTrail, 'append'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export class SignInRecorder implements SignInEvents {
  readonly #dependencies: SignInDependencies;
  #day = 0;
  /** Today's networks, by merchant. */
  readonly #knownNetworks = new Map<string, Set<string>>();
  #passedCount = 0;
  #unwritten: { readonly merchantId: string; readonly from: string; readonly proof: SignInProof }[] = [];
  #failures = new Map<string, FailedKind>();
  #others = 0;
  #since = 0;
  #pauseMs = FAILED_AFTER_MS_MIN;
  #failedDueAt = 0;

  constructor(dependencies: SignInDependencies) {
    this.#dependencies = dependencies;
  }

  recordSuccess(merchantId: string, address: string, proof: SignInProof): void {
    const day = Math.floor(this.#dependencies.now() / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#knownNetworks.clear();
      this.#passedCount = 0;
    }
    const networks = this.#knownNetworks.get(merchantId) ?? new Set();
    const from = networkOf(address);
    const isKnown = networks.has(from) || networks.size >= NETWORKS_PER_MERCHANT_MAX;
    if (isKnown || this.#passedCount >= PASSED_MAX) {
      return;
    }
    networks.add(from);
    this.#knownNetworks.set(merchantId, networks);
    this.#passedCount += 1;
    this.#unwritten.push({ merchantId, from, proof });
  }

  recordFailure(merchantId: string, address: string, reason: string): void {
    const merchant = REASONS_OF_MERCHANTS.has(reason) ? merchantId : null;
    this.#count({ merchant, from: networkOf(address), reason });
  }

  recordPersonFailure(person: string | undefined, address: string, reason: string): void {
    this.#count({ merchant: null, person, from: networkOf(address), reason });
  }

  #count(kind: Omit<FailedKind, 'times'>): void {
    const now = this.#dependencies.now();
    if (this.#failures.size === 0) {
      this.#since = now;
      this.#failedDueAt = Math.max(this.#failedDueAt, now + FAILED_AFTER_MS_MIN);
    }
    const name = `${kind.reason} ${kind.from} ${kind.merchant} ${kind.person}`;
    const known = this.#failures.get(name);
    if (known !== undefined) {
      known.times += 1;
    } else if (this.#failures.size < KINDS_MAX) {
      this.#failures.set(name, { ...kind, times: 1 });
    } else {
      this.#others += 1;
    }
  }

  /** Appends the entries that are due. @param all true at the end of the process, to append all entries */
  async write({ all = false }: { readonly all?: boolean } = {}): Promise<void> {
    await this.#writePassed();
    if (all || this.#dependencies.now() >= this.#failedDueAt) {
      await this.#writeFailed();
    }
  }

  async #writePassed(): Promise<void> {
    const unwritten = this.#unwritten;
    this.#unwritten = [];
    const writing = unwritten.map(({ merchantId, from, proof }) =>
      this.#dependencies.trail.append({
        action: 'sign-in',
        actor: `merchant.${merchantId}`,
        subject: merchantId,
        details: { from, by: proof },
      }),
    );
    const done = await Promise.allSettled(writing);
    this.#unwritten.push(...unwritten.filter((_one, index) => done[index]?.status === 'rejected'));
    const failure = done.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') {
      throw failure.reason;
    }
  }

  async #writeFailed(): Promise<void> {
    if (this.#failures.size === 0) {
      this.#pauseMs = FAILED_AFTER_MS_MIN;
      return;
    }
    const now = this.#dependencies.now();
    const kinds = [...this.#failures.values()].sort((one, other) => other.times - one.times);
    const rest = kinds.slice(NAMED_MAX).reduce((sum, { times }) => sum + times, this.#others);
    await this.#dependencies.trail.append({
      action: 'sign-in failed',
      actor: 'gateway',
      subject: null,
      details: {
        since: new Date(this.#since).toISOString(),
        tries: kinds.slice(0, NAMED_MAX),
        others: rest > 0 ? rest : undefined,
      },
    });
    this.#failures = new Map();
    this.#others = 0;
    this.#failedDueAt = now + this.#pauseMs;
    this.#pauseMs = Math.min(this.#pauseMs * 2, FAILED_AFTER_MS_MAX);
  }
}
