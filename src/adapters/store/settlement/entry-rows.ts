/** Settlement entries as rows. */
import type { SettlementEntry, StoredEntry } from '../../../back-office/settlement/index.ts';
import { InvariantError } from '../../../contract/invariant.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import type { findEntry } from './statements.ts';

export const OPEN = 0;
export const BOOKED = 1;

type EntryRow = NonNullable<(typeof findEntry)['row']>;
type EntryText = Omit<SettlementEntry, 'fee' | 'gross' | 'net'> & Record<'fee' | 'gross' | 'net', string>;

/** Serialises amounts as minor units in decimal text, because JSON has no BigInt. */
export function serialiseEntry({ gross, fee, net, ...entry }: SettlementEntry): string {
  const text: EntryText = { ...entry, gross: `${gross}`, fee: `${fee}`, net: `${net}` };
  return JSON.stringify(text);
}

/** @throws InvariantError if the stored values are invalid */
export function entryFrom({ key, entry, order_key: orderKey, payout_key: payoutKey, booked }: EntryRow): StoredEntry {
  return {
    key: Number(key),
    entry: parseEntry(entry, Number(key)),
    orderKey: numberOrNull(orderKey),
    isBooked: Number(booked) === BOOKED,
    payoutKey: numberOrNull(payoutKey),
  };
}

function parseEntry(text: string, key: number): SettlementEntry {
  try {
    const { gross, fee, net, ...entry } = JSON.parse(text) as EntryText;
    return { ...entry, gross: BigInt(gross), fee: BigInt(fee), net: BigInt(net) };
  } catch (cause) {
    throw new InvariantError(`settlement entry ${key} is not as it is stored`, { cause });
  }
}
