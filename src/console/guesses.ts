/**
 * Limits on guessing. A network with too many wrong passwords is refused unchecked. Many wrong passwords for one person
 * from many networks are answered late. The right one from another network is accepted at once, so nobody can lock
 * another person out.
 */
import { HOUR_MS, MINUTE_MS } from '../contract/durations.ts';
import { LeakyBuckets, networkOf, OneAtATime, WaitingAnswers } from '../platform/limits/index.ts';

/** An office has one address, and people mistype. */
const PER_NETWORK = { size: 30, drainMs: 30 * MINUTE_MS } as const;
const PER_PERSON = { size: 100, drainMs: 30 * MINUTE_MS } as const;
/**
 * Wrong codes of one person, whose password the guesser has. Three codes are valid at a time, so a day of guessing
 * finds one with a chance of 1 in 2,700.
 */
const CODES = { size: 10, drainMs: 2 * HOUR_MS } as const;
/** Checks of passwords in the queue, of all networks: two seconds of one processor. Further ones are refused. */
const CHECKS_MAX = 50;
const CHECKS_PER_NETWORK_MAX = 5;

export interface Caller {
  /** The IP address. */
  readonly address: string;
  /** The socket, which waits with one answer at a time. */
  readonly connection: object;
}

/** BUSY: the queue is full. REFUSED: too many wrong ones came from this network. */
export type Checked = 'BUSY' | 'REFUSED' | 'RIGHT' | 'WRONG';

export class Guesses {
  readonly #byNetwork: LeakyBuckets;
  readonly #byPerson: LeakyBuckets;
  readonly #codes: LeakyBuckets;
  readonly #checks = new OneAtATime(CHECKS_MAX);
  readonly #waiting = new WaitingAnswers();
  #checked = 0;

  /** @param now monotonic, in milliseconds */
  constructor(now: () => number) {
    this.#byNetwork = new LeakyBuckets({ ...PER_NETWORK, now });
    this.#byPerson = new LeakyBuckets({ ...PER_PERSON, now });
    this.#codes = new LeakyBuckets({ ...CODES, now });
  }

  /**
   * Checks a password, one after another for all callers: each check occupies one of the process's few threads, which
   * payments need too.
   *
   * @param email of the person, or of nobody
   */
  async checkPassword(email: string, caller: Caller, check: () => Promise<boolean>): Promise<Checked> {
    const network = networkOf(caller.address);
    if (!this.#byNetwork.hasRoom(network)) {
      return 'REFUSED';
    }
    this.#checked += 1;
    const quota = { name: network, max: CHECKS_PER_NETWORK_MAX };
    const isRight = await this.#checks.run(`${this.#checked}`, check, [quota]);
    if (isRight === true) {
      return 'RIGHT';
    }
    this.#byNetwork.add(network);
    if (this.#byPerson.addAndCheck(email)) {
      await this.#waiting.wait(caller.address, caller.connection);
    }
    return isRight === undefined ? 'BUSY' : 'WRONG';
  }

  /** @returns false if too many wrong passwords, or failures at the OpenID provider, came from this network */
  mayTry({ address }: Caller): boolean {
    return this.#byNetwork.hasRoom(networkOf(address));
  }

  /** Notes a failed sign-in at the OpenID provider. */
  noteFailure({ address }: Caller): void {
    this.#byNetwork.add(networkOf(address));
  }

  /** @returns false if too many wrong codes were sent for this person */
  mayTryCode(personKey: number): boolean {
    return this.#codes.hasRoom(`${personKey}`);
  }

  noteWrongCode(personKey: number): void {
    this.#codes.add(`${personKey}`);
  }
}
