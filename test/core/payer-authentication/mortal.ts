/**
 * The simulated life of a gateway process within the test process. It can end between any two awaits: after a number of
 * port calls, with the last one made or skipped. From then on its awaits stay pending, so that it does nothing more.
 */

/** A new promise each time, so that its continuations can be garbage-collected. */
const never = <T>() => new Promise<T>(() => undefined);

// biome-ignore lint/suspicious/noExplicitAny: calls of any port.
type Call = (...given: any[]) => unknown;

export class Life {
  #callsLeft = Number.POSITIVE_INFINITY;
  #isLastMade = false;
  #isOver = false;
  readonly #over = Promise.withResolvers<void>();
  readonly #underWay = new Set<Promise<unknown>>();

  get isOver(): boolean {
    return this.#isOver;
  }

  /** @param isLastMade whether the fatal call is made */
  endsAfter(calls: number, isLastMade: boolean): void {
    this.#callsLeft = calls;
    this.#isLastMade = isLastMade;
  }

  /** Wraps a port so that its calls wait, except the named ones, which return at once. */
  of<Port extends object>(port: Port, { atOnce = [] }: { readonly atOnce?: readonly (keyof Port)[] } = {}): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') {
          return member;
        }
        const call: Call = (...given) => (member as Call).apply(target, given);
        const isAtOnce = atOnce.includes(name as keyof Port);
        return isAtOnce ? call : (...given: unknown[]) => this.waitFor(() => call(...given) as Promise<unknown>);
      },
    });
  }

  async waitFor<T>(call: () => Promise<T>): Promise<T> {
    if (this.#isOver) {
      return never();
    }
    const isLast = this.#callsLeft <= 0;
    this.#callsLeft -= 1;
    if (isLast && !this.#isLastMade) {
      this.#end();
      return never();
    }
    const made = call();
    this.#underWay.add(made);
    if (isLast) {
      this.#end();
    }
    await Promise.allSettled([made]);
    this.#underWay.delete(made);
    return this.#isOver ? never() : made;
  }

  /** @returns the result of the work; undefined if the life ends first */
  async during<T>(work: Promise<T>): Promise<T | undefined> {
    return Promise.race([work, this.#over.promise.then(() => undefined)]);
  }

  /** Ends the life, if it is not over. Resolves when the calls that it had made are done. */
  async end(): Promise<void> {
    this.#end();
    await Promise.allSettled(this.#underWay);
  }

  #end(): void {
    this.#isOver = true;
    this.#over.resolve();
  }
}
