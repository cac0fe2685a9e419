/** Requests to frames. Each ends with one answer or a timeout, since the page may have removed the frame. */
import type { FieldReport } from '../hosted-fields/messages.ts';

type Answer = Extract<FieldReport, { readonly id: number }>;

export class Questions {
  readonly #open = new Map<number, (answer: Answer) => void>();
  #last = 0;

  /** @returns undefined without an answer in time */
  ask(msMax: number, send: (id: number) => void): Promise<Answer | undefined> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), msMax);
      this.#open.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      send(id);
    }).finally(() => this.#open.delete(id)) as Promise<Answer | undefined>;
  }

  answer(answer: Answer): void {
    this.#open.get(answer.id)?.(answer);
  }
}
