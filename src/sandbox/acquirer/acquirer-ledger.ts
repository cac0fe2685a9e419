/**
 * The acquirer's own ledger of all its movements. The gateway's ledger is checked against it, so the two are
 * independent.
 */
import { randomInt } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import type { Currency } from '../../contract/money.ts';
import { openLedgerFile } from './acquirer-ledger-file.ts';
import { type AcquirerLedgerEntry, entryOf, type LedgerRow } from './acquirer-ledger-rows.ts';
import type { AcquirerDecision } from './decision.ts';
import type { DecisionInputs, Original } from './decision-facts.ts';
import { LedgerFacts } from './ledger-facts.ts';
import type { RequestedMovement } from './movement.ts';
import { Settlement } from './settlement.ts';

export type { AcquirerLedgerEntry } from './acquirer-ledger-rows.ts';

export interface LedgerFilter {
  readonly merchant?: string | undefined;
  readonly order?: string | undefined;
}

/** Values that are stored with a movement. */
export interface MovementValues {
  readonly decision: AcquirerDecision;
  readonly facts: DecisionInputs;
  /** The part of field 48 in the answers to the movement's message. */
  readonly networkData: string | undefined;
  /** Divides the duration of a pending movement. */
  readonly speed: number;
}

/** Every column except `id`, which the database assigns, in the order of `record`. */
const COLUMNS = [
  'trace',
  'kind',
  'reference',
  'merchant',
  'order_id',
  'transaction_id',
  'amount',
  'currency',
  'state',
  'response_code',
  'authorization_code',
  'additional_response',
  'is_silent',
  'settles_at',
  'gift_card',
  'gift_card_balance',
  'original',
  'root',
  'network_data',
  'pos_environment',
  'at',
] as const satisfies readonly (keyof LedgerRow)[];

export class Ledger {
  readonly #database: Database;
  readonly #facts: LedgerFacts;
  readonly #insert: Statement;
  readonly #fillIn: Statement;
  readonly #find: Statement<[string], LedgerRow>;
  readonly #reverse: Statement;
  readonly #reverseAllOn: Statement;
  readonly #rememberReversal: Statement;
  readonly #undo: Statement;
  /** Pays out the ledger's movements. */
  readonly settlement: Settlement;

  /** @param file undefined keeps the ledger in memory. */
  constructor(file: string | undefined) {
    const database = openLedgerFile(file);
    this.#database = database;
    this.settlement = new Settlement(database);
    this.#facts = new LedgerFacts(database, (trace) => this.find(trace));
    this.#insert = database.prepare(
      `INSERT INTO movement (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
       ON CONFLICT (trace) DO NOTHING`,
    );
    this.#fillIn = database.prepare(
      `UPDATE movement SET kind = ?, reference = ?, merchant = ?, order_id = ?, transaction_id = ?, amount = ?,
       currency = ?, original = ?, state = 'DECLINED', response_code = ?, at = ? WHERE trace = ? AND kind IS NULL`,
    );
    this.#find = database.prepare(`SELECT id, ${COLUMNS.join(', ')} FROM movement WHERE trace = ?`);
    this.#reverse = database.prepare(
      `UPDATE movement SET state = 'REVERSED' WHERE trace = ? AND state = 'APPROVED' AND kind <> 'VOID'`,
    );
    this.#reverseAllOn = database.prepare(
      `UPDATE movement SET state = 'REVERSED' WHERE root = (SELECT id FROM movement WHERE trace = ?)
       AND state = 'APPROVED' AND kind <> 'VOID'`,
    );
    this.#rememberReversal = database.prepare(
      `INSERT INTO movement (trace, state, at) VALUES (?, 'REVERSED', ?) ON CONFLICT (trace) DO NOTHING`,
    );
    this.#undo = database.prepare(
      `UPDATE movement SET state = 'REVERSED' WHERE state = 'APPROVED' AND (id = $id OR (root = $id AND kind = 'UPDATE'))`,
    );
  }

  /** Runs `work` as one commit. Send its answers only after this returns; if it throws, the ledger is unchanged. */
  commit(work: () => void): void {
    this.#database.transaction(work).immediate();
  }

  /** The ledger's state that the movement depends on. @param now milliseconds since 1970. */
  factsOf(movement: RequestedMovement, now: number): DecisionInputs {
    return this.#facts.of(movement, now);
  }

  /** Minor units left on a gift card, 0n or more. @param currency the currency in which the card is spent. */
  giftCardLeft(number: string, currency: Currency): bigint {
    const { left } = this.#facts.ofGiftCard(number, currency);
    return left < 0n ? 0n : left;
  }

  /** Stores a movement unless its trace is already used. @returns whether it was stored. */
  record(movement: RequestedMovement, { decision, facts, networkData, speed }: MovementValues): boolean {
    const { original, giftCard, now } = facts;
    const { changes } = this.#insert.run(
      movement.trace,
      movement.kind,
      movement.reference,
      movement.merchant,
      movement.order,
      movement.transaction,
      movement.amount,
      movement.currency.code,
      decision.state,
      decision.responseCode,
      decision.state === 'APPROVED' ? authorizationCode(movement, original) : null,
      decision.additionalResponse ?? null,
      decision.isSilent ? 1 : 0,
      decision.settlesAfterMs === undefined ? null : Math.round(now + decision.settlesAfterMs / speed),
      giftCard?.hash ?? null,
      giftCard?.balance ?? null,
      movement.original ?? null,
      original?.root ?? null,
      networkData ?? null,
      movement.posEnvironment ?? null,
      now,
    );
    return changes === 1;
  }

  /** Stores, as declined, an original that arrived after its reversal. */
  recordRefused(movement: RequestedMovement, responseCode: string, at: number): void {
    const { kind, reference, merchant, order, transaction, amount, currency, original, trace } = movement;
    const names = [kind, reference, merchant, order, transaction, amount, currency.code, original ?? null];
    this.#fillIn.run(...names, responseCode, at, trace);
  }

  find(trace: string): LedgerRow | undefined {
    return this.#find.get(trace);
  }

  /**
   * Reverses an approved movement and the movements that depend on it. A declined or reversed movement stays as it is.
   * For an unknown trace the reversal is stored, so that a late original is declined.
   */
  reverse(trace: string, at: number): void {
    if (this.#reverse.run(trace).changes === 0) {
      this.#rememberReversal.run(trace, at);
    } else {
      this.#reverseAllOn.run(trace);
    }
  }

  /**
   * Executes a void that the rules allow. An authorization's updates are voided with it.
   * @param id row number of the voided movement.
   */
  undo(id: number): void {
    this.#undo.run({ id });
  }

  /** The entries in the order of their arrival. */
  entries(filter: LedgerFilter): AcquirerLedgerEntry[] {
    const rows = this.#database
      .prepare<[Record<string, string | null>], LedgerRow>(
        `SELECT * FROM movement WHERE kind <> 'VOID'
         ${filter.order === undefined ? '' : 'AND order_id = $order'}
         ${filter.merchant === undefined ? '' : 'AND merchant = $merchant'} ORDER BY id`,
      )
      .all({ order: filter.order ?? null, merchant: filter.merchant ?? null });
    return rows.map(entryOf);
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * The issuer's own code stays with its authorization: it comes from the message or, for an advice, from the original.
 */
function authorizationCode(
  { authorizationCode: given, isAdvice }: RequestedMovement,
  original: Original | undefined,
): string {
  const inherited = isAdvice ? original?.authorizationCode : undefined;
  return given ?? inherited ?? String(randomInt(1_000_000)).padStart(6, '0');
}
