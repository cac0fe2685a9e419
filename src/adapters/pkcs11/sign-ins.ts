/**
 * Serialises sign-ins: several keys of a token share one PIN, and each wrong attempt brings the token closer to its
 * lock.
 */
import { HelperProblem } from './helper-process.ts';
import type { KeyAddress } from './uri.ts';

/** All keys of a process share one instance. */
export class SignIns {
  /** The latest sign-in by module and PIN. It resolves to its refusal, or to undefined. */
  readonly #last = new Map<string, Promise<HelperProblem | undefined>>();

  /**
   * Runs sign-ins with the same module and PIN one after the other. They may be to the same token: only the module
   * knows which token a URI names.
   * @throws HelperProblem if an earlier sign-in was refused, and any error of `signIn`
   */
  async next<SignedIn>({ module, pin }: KeyAddress, signIn: () => Promise<SignedIn>): Promise<SignedIn> {
    const line = JSON.stringify([module, pin]);
    const before = this.#last.get(line);
    const { promise, resolve } = Promise.withResolvers<HelperProblem | undefined>();
    this.#last.set(line, promise);
    const refused = await before;
    if (refused !== undefined) {
      resolve(refused);
      throw refused;
    }
    try {
      return await signIn();
    } catch (error) {
      resolve(isRefused(error) ? error : undefined);
      throw error;
    } finally {
      resolve(undefined);
    }
  }
}

export function isRefused(error: unknown): error is HelperProblem {
  return error instanceof HelperProblem && error.kind === 'REFUSED';
}
