/** An engine that records failures in the store's health, and commits in the traces of requests. */
import type { SpanNames, Spans } from '../../../core/ports/index.ts';
import type { Engine, UnitOfWork } from './engine.ts';
import type { StoreHealth } from './health.ts';
import type { Statement } from './statement.ts';

const COMMIT: SpanNames = { name: 'COMMIT', kind: 'CLIENT', attributes: { 'db.operation.name': 'COMMIT' } };

export class WatchedEngine implements Engine {
  readonly #engine: Engine;
  readonly #health: StoreHealth;
  readonly #spans: Spans | undefined;

  constructor(engine: Engine, health: StoreHealth, spans?: Spans) {
    this.#engine = engine;
    this.#health = health;
    this.#spans = spans;
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
    const done =
      this.#spans === undefined
        ? this.#engine.commit(unit)
        : this.#spans.around(COMMIT, () => this.#engine.commit(unit));
    done.catch((error: unknown) => this.#health.writeFailed(error));
    return done;
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
