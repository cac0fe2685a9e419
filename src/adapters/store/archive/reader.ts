/**
 * An engine that hides the archive from its readers. If a row has a marker in place of a transaction's request or
 * outcome, the marker is replaced by the text from the archive's piece.
 */
import { type Engine, StoreError, type UnitOfWork } from '../engine/engine.ts';
import { type ArchivePieces, type CopyPlace, placeOf, type Texts } from '../engine/pieces.ts';
import type { Statement } from '../engine/statement.ts';

const COLUMNS = ['request', 'outcome'] as const;

export class ArchiveReader implements Engine {
  readonly #engine: Engine;
  readonly #pieces: ArchivePieces;

  constructor(engine: Engine, pieces: ArchivePieces) {
    this.#engine = engine;
    this.#pieces = pieces;
  }

  /** Rejects with `StoreError` if the piece is missing, so that archived text is not mistaken for absent text. */
  async read<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    const rows = await this.#engine.read(statement, parameters);
    return rows.some(isMarked) ? Promise.all(rows.map((row) => (isMarked(row) ? this.#filled(row) : row))) : rows;
  }

  claim<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    return this.#engine.claim(statement, parameters);
  }

  commit(unit: UnitOfWork): Promise<boolean> {
    return this.#engine.commit(unit);
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  async #filled<Row>(row: Row): Promise<Row> {
    const filled = { ...(row as object) };
    for (const column of COLUMNS) {
      const place = placeOf((row as Partial<Texts>)[column]);
      if (place !== undefined) {
        Object.assign(filled, { [column]: (await this.#texts(place))[column] });
      }
    }
    return filled as Row;
  }

  async #texts({ month, transactionKey, copyKey }: CopyPlace): Promise<Texts> {
    const texts = await this.#pieces.read(month, transactionKey, copyKey).catch((cause: unknown) => {
      throw new StoreError(`The archive's piece ${month} cannot be read.`, { cause });
    });
    if (texts === undefined) {
      throw new StoreError(`Transaction ${transactionKey} is not in the archive's piece ${month} (copy ${copyKey}).`);
    }
    return texts;
  }
}

function isMarked(row: unknown): boolean {
  const { request, outcome } = row as Partial<Texts>;
  return placeOf(request) !== undefined || placeOf(outcome) !== undefined;
}
