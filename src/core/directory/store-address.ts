/** The address of a store in the directory. It is sealed, because its URL may contain a password. */
import type { Sealer, SealPlace, StoreRow } from '../ports/index.ts';

export interface DirectoryAddress {
  readonly databaseUrl: string;
  /** The schema with the store's tables, on PostgreSQL. */
  readonly databaseSchema?: string | undefined;
}

export function storeAddressPlace({ number }: Pick<StoreRow, 'number'>): SealPlace {
  return `store ${number} address`;
}

export function sealAddress(
  sealer: Pick<Sealer, 'seal'>,
  number: number,
  { databaseUrl, databaseSchema }: DirectoryAddress,
): Uint8Array {
  return sealer.seal(JSON.stringify({ databaseUrl, databaseSchema }), storeAddressPlace({ number }));
}

/** @throws Error if the row was changed by hand, or its key is not loaded */
export function openAddress(sealer: Pick<Sealer, 'open'>, row: StoreRow): DirectoryAddress {
  return JSON.parse(sealer.open(row.sealedAddress, storeAddressPlace(row))) as DirectoryAddress;
}

/** @example shownAddress({ databaseUrl: 'postgres://u:p@db/pay', databaseSchema: 'two' }) // 'postgres://db/pay two' */
export function shownAddress({ databaseUrl, databaseSchema }: DirectoryAddress): string {
  const url = databaseUrl.replace(/^(\w+:\/\/)[^@/]*@/, '$1').replace(/\?.*$/, '');
  return databaseSchema === undefined ? url : `${url} ${databaseSchema}`;
}
