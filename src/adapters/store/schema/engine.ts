/** The engine's own tables, as kysely types. A part of the schema. */
export interface EngineTables {
  /** The next unreserved row key of each sequence. Processes reserve blocks of keys. */
  row_key: { name: string; next: number };
  /** Always empty: the write probe inserts a row and deletes it in one commit. */
  write_probe: { key: number; payload: Uint8Array };
}
