/**
 * The life of one gateway process in this one. It may end between any two of its awaits: after so many calls of its
 * ports, the last of them made or not. From then on nothing that it waits for comes, so that it does nothing any more.
 */

/** A new one each time: what hangs on it may be forgotten. */
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

  /** @param isLastMade whether the call that it does not survive is made */
  endsAfter(calls: number, isLastMade: boolean): void {
    this.#callsLeft = calls;
    this.#isLastMade = isLastMade;
  }

  /** A port whose calls wait, but for those named, which answer at once. */
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

  /** @returns what the process makes of it; undefined where its life ends before */
  async during<T>(work: Promise<T>): Promise<T | undefined> {
    return Promise.race([work, this.#over.promise.then(() => undefined)]);
  }

  /** Ends it, if it is not over. Resolves when what it had begun at others is done there. */
  async end(): Promise<void> {
    this.#end();
    await Promise.allSettled(this.#underWay);
  }

  #end(): void {
    this.#isOver = true;
    this.#over.resolve();
  }
}
