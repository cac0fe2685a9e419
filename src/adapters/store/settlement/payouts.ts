/** Stored payouts of merchants: implements the settlement's `PayoutRecords` port over any engine. */
import type {
  KindSum,
  OrderWithEntries,
  PayoutPosition,
  PayoutRecords,
  SettlementEntry,
  SettlementRecords,
  StoredEntry,
  StoredPayout,
} from '../../../back-office/settlement/index.ts';
import { type Engine, type Write, write } from '../engine/engine.ts';
import type { IdAllocator } from '../engine/id-allocator.ts';
import { Repository } from '../engine/repository.ts';
import type { StoredReconciliation } from '../reconciliation/reconciliation.ts';
import { entryFrom } from './entry-rows.ts';
import * as statements from './payout-statements.ts';
import { entriesOfPage, entriesOfPayout } from './statements.ts';

const BILLION = 1_000_000_000n;
/** After every date. */
const LAST: PayoutPosition = { date: '9999-12-31', key: Number.MAX_SAFE_INTEGER };

type PayoutRow = NonNullable<(typeof statements.findPayout)['row']>;
type SumRow = NonNullable<(typeof statements.sumsOfPayout)['row']>;
type About = Parameters<SettlementRecords['store']>[1];

export class StoredPayouts extends Repository implements PayoutRecords {
  readonly #reconciliation: Pick<StoredReconciliation, 'order'>;

  constructor(engine: Engine, keys: IdAllocator, reconciliation: Pick<StoredReconciliation, 'order'>) {
    super(engine, keys);
    this.#reconciliation = reconciliation;
  }

  /** @returns the key of the entry's payout, and the writes that add the entry to its sums in the entry's commit */
  async add(
    entry: SettlementEntry,
    { merchantKey, stored }: About,
  ): Promise<{ readonly payoutKey: number | null; readonly writes: readonly Write[] }> {
    const { payout, isAtBank, kind, date } = entry;
    const known = stored?.payoutKey ?? null;
    // A line of a bank statement is the other side of a payout.
    if (known !== null || merchantKey === undefined || payout === undefined || isAtBank) {
      return { payoutKey: known, writes: [] };
    }
    const { source, currency } = entry;
    const key = await this.#keyOf({ merchantKey, source, payout, currency }, date);
    const added = write(statements.addToSum, { key, kind, one: 1, ...amountsOf(entry) });
    return { payoutKey: key, writes: [added, write(statements.moveDate, { key, date })] };
  }

  async #keyOf(
    name: { readonly merchantKey: number; readonly source: string; readonly payout: string; readonly currency: string },
    date: string,
  ): Promise<number> {
    const find = async () => (await this.engine.read(statements.findPayout, name))[0];
    const found = await find();
    if (found !== undefined) {
      return Number(found.key);
    }
    await this.engine.commit({ writes: [write(statements.insertPayout, { key: this.newKey(), ...name, date })] });
    return Number((await find())?.key);
  }

  async ofMerchant(merchantKey: number, limit: number, before = LAST): Promise<readonly StoredPayout[]> {
    const rows = await this.engine.read(statements.payoutsBefore, { merchantKey, limit, ...before });
    return Promise.all(rows.map((row) => this.#payoutFrom(row)));
  }

  async find(key: number): Promise<StoredPayout | undefined> {
    const [row] = await this.engine.read(statements.findPayoutByKey, { key });
    return row && this.#payoutFrom(row);
  }

  async entries(payoutKey: number, after: number, limit: number): Promise<readonly StoredEntry[]> {
    return (await this.engine.read(entriesOfPayout, { payoutKey, after, limit })).map(entryFrom);
  }

  async order(orderKey: number): Promise<OrderWithEntries | undefined> {
    const order = await this.#reconciliation.order(orderKey);
    const rows = order && (await this.engine.read(entriesOfPage, { after: orderKey - 1, last: orderKey }));
    return order && { ...order, entries: (rows ?? []).map(entryFrom) };
  }

  async #payoutFrom(row: PayoutRow): Promise<StoredPayout> {
    const { merchant_key: merchantKey, source, payout: id, currency, date } = row;
    const key = Number(row.key);
    const sums = (await this.engine.read(statements.sumsOfPayout, { key })).map(sumFrom);
    return { key, merchantKey: Number(merchantKey), source, id, currency, date, sums };
  }
}

function sumFrom(row: SumRow): KindSum {
  const amount = (billions: number, units: number) => BigInt(billions) * BILLION + BigInt(units);
  return {
    kind: row.kind,
    times: Number(row.times),
    gross: amount(row.gross_billions, row.gross_units),
    fee: amount(row.fee_billions, row.fee_units),
    net: amount(row.net_billions, row.net_units),
  };
}

function amountsOf({ gross, fee, net }: SettlementEntry) {
  const parts = (amount: bigint) => [Number(amount / BILLION), Number(amount % BILLION)] as const;
  const [[gross_billions, gross_units], [fee_billions, fee_units], [net_billions, net_units]] = [gross, fee, net].map(
    parts,
  ) as [readonly [number, number], readonly [number, number], readonly [number, number]];
  return { gross_billions, gross_units, fee_billions, fee_units, net_billions, net_units };
}
