/** An engine that records failures in the store's health. */
import type { Engine, UnitOfWork } from './engine.ts';
import type { StoreHealth } from './health.ts';
import type { Statement } from './statement.ts';

export class WatchedEngine implements Engine {
  readonly #engine: Engine;
  readonly #health: StoreHealth;

  constructor(engine: Engine, health: StoreHealth) {
    this.#engine = engine;
    this.#health = health;
  }

  read<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    const rows = this.#engine.read(statement, parameters);
    rows.catch((error: unknown) => this.#health.readFailed(error));
    return rows;
  }

  claim<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    const rows = this.#engine.claim(statement, parameters);
    rows.catch((error: unknown) => this.#health.writeFailed(error));
    return rows;
  }

  commit(unit: UnitOfWork): Promise<boolean> {
    const done = this.#engine.commit(unit);
    done.catch((error: unknown) => this.#health.writeFailed(error));
    return done;
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
