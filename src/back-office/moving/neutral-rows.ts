/**
 * Rows without what belongs to one store: sealed texts are opened, keys of processes and locks are removed, and
 * password hashes name their key by its id in the other store. Rows of two stores are compared in this form, and a row
 * is sealed again for the store that it is written to. Rotation of keys knows the place of each sealed text; it is the
 * same mechanism.
 */
import { type MerchantTable, type MovedRow, UNCOPIED } from '../../adapters/store/index.ts';
import type { Vault } from '../../adapters/vault/index.ts';
import { type KindOfRows, secretsIn } from '../../adapters/vault/rotation/index.ts';
import { sealedKeyText } from '../../core/index.ts';

/** Before an opened text in place of its sealed bytes. Bytes that do not open stay bytes. */
const OPENED = 'opened:';

export interface SealsOfStore {
  readonly vault: Vault;
  readonly kinds: readonly KindOfRows[];
  readonly merchantKey: number;
  /** Replaces the id of the key in the hash of a password. */
  readonly renumbered: (passwordHash: string) => string;
}

/** @param onUnreadable called for each sealed text that does not open; it is kept as it is */
export function neutralRow(
  seals: SealsOfStore,
  table: MerchantTable,
  row: MovedRow,
  onUnreadable: (place: string) => void = () => undefined,
): MovedRow {
  const neutral: Record<string, MovedRow[string]> = { ...row };
  for (const column of UNCOPIED.filter((name) => name in neutral)) {
    neutral[column] = null;
  }
  for (const column of Object.keys(table.sealed)) {
    const sealed = row[column];
    if (sealed instanceof Uint8Array) {
      neutral[column] = openedOr(sealed, () => seals.vault.open(sealed, placeOf(seals, table, column, row)));
      if (typeof neutral[column] !== 'string') {
        onUnreadable(`${table.table} ${row[table.key[0] as string]}`);
      }
    }
  }
  return table.table === 'merchant' ? neutralMerchant(seals, neutral, onUnreadable) : neutral;
}

/** @returns the row as the store keeps it */
export function sealedRow(seals: SealsOfStore, table: MerchantTable, neutral: MovedRow): MovedRow {
  const row: Record<string, MovedRow[string]> = { ...neutral };
  for (const column of Object.keys(table.sealed)) {
    const opened = neutral[column];
    if (typeof opened === 'string') {
      row[column] = seals.vault.seal(opened.slice(OPENED.length), placeOf(seals, table, column, neutral));
    }
  }
  return table.table === 'merchant' ? sealedMerchant(seals, row) : row;
}

function openedOr(sealed: Uint8Array, open: () => string): Uint8Array | string {
  try {
    return `${OPENED}${open()}`;
  } catch {
    return sealed;
  }
}

function placeOf({ kinds, merchantKey }: SealsOfStore, table: MerchantTable, column: string, row: MovedRow) {
  const kind = table.sealed[column];
  const { place } = kinds.find((one) => one.kind === kind) as KindOfRows;
  const parent = Number(row.order_key ?? row.generation ?? 0);
  return place({ key: Number(row.key ?? row.merchant_key), merchantKey, parent, sealed: null });
}

/** The members of the profile that are sealed, opened in the JSON text. */
function neutralMerchant(
  { vault, renumbered }: SealsOfStore,
  row: MovedRow,
  onUnreadable: (place: string) => void,
): MovedRow {
  const profile = secretsIn(profileOf(row)).reduce((text, { text: before, member: name, sealed, place }) => {
    const opened = place === undefined ? sealed : openedOr(sealed, () => vault.open(sealed, place));
    if (typeof opened === 'string') {
      const member = JSON.stringify({ [OPENED]: [opened, place] });
      return text.replaceAll(JSON.stringify(before), () => member);
    }
    onUnreadable(`merchant ${name}`);
    return text;
  }, String(row.profile));
  const former = row.former_passwords === null ? null : renumberedFormer(String(row.former_passwords), renumbered);
  const hash = row.password_hash === null ? null : renumbered(String(row.password_hash));
  return { ...row, profile, password_hash: hash, former_passwords: former };
}

function renumberedFormer(text: string, renumbered: (hash: string) => string): string {
  const former = JSON.parse(text) as readonly { readonly hash: string }[];
  return JSON.stringify(former.map((one) => ({ ...one, hash: renumbered(one.hash) })));
}

/** An opened member of a neutral profile, which is an object with the text and its place. */
const OPENED_MEMBER = new RegExp(`\\{"${OPENED}":\\["${OPENED}(?:[^"\\\\]|\\\\.)*","(?:[^"\\\\]|\\\\.)*"\\]\\}`, 'g');

function sealedMerchant({ vault }: SealsOfStore, row: MovedRow): MovedRow {
  const profile = String(row.profile).replace(OPENED_MEMBER, (member) => {
    const [opened, place] = (JSON.parse(member) as Record<string, [string, string]>)[OPENED] as [string, string];
    return JSON.stringify(sealedKeyText(vault.seal(opened.slice(OPENED.length), place)));
  });
  return { ...row, profile };
}

function profileOf({ key, id, profile }: MovedRow) {
  return { key: Number(key), id: String(id), profile: String(profile), passwordHash: null };
}
