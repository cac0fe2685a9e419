/** A network between two parties: messages are late, lost, duplicated or reordered. Callers have a timeout. */
import type { World } from './world.ts';

/** Between machines of one country. */
const USUAL_MS = [1, 120] as const;
/** Partly longer than every timeout, partly shorter. */
const LATE_MS = [500, 60_000] as const;

export class Network {
  readonly #world: World;
  /** For the tally: `acquirer request`, `merchant answer`, … */
  readonly #name: string;

  constructor(world: World, name: string) {
    this.#world = world;
    this.#name = name;
  }

  send(what: string, arrive: () => void): void {
    const { scheduler, chance } = this.#world;
    const name = `${this.#name} ${what}`;
    if (this.#world.strikes('lost', `${name} lost`)) {
      return;
    }
    const isLate = this.#world.strikes('late', `${name} late`);
    scheduler.after(this.#delay(isLate), arrive);
    if (this.#world.strikes('doubled', `${name} doubled`)) {
      scheduler.after(this.#delay(chance.oneIn(3)), arrive);
    }
  }

  #delay(isLate: boolean): number {
    const [least, most] = isLate ? LATE_MS : USUAL_MS;
    return this.#world.chance.between(least, most);
  }

  /**
   * A request and its answer.
   *
   * @param answer the other side's action when the request arrives; undefined: no answer
   * @returns undefined if no answer came in time
   */
  exchange<Answer>(
    limitMs: number,
    answer: () => Answer | undefined | Promise<Answer | undefined>,
  ): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      this.#world.scheduler.after(limitMs, () => resolve(undefined));
      this.send('request', async () => {
        const answered = await answer();
        if (answered !== undefined) {
          this.send('answer', () => resolve(answered));
        }
      });
    });
  }
}
