/**
 * Definitions that only PostgreSQL, and engines made from it, understand. Lint refuses them in other files, so this
 * file lists what another engine would have to replace.
 */
import { sql } from 'kysely';

/** Compares texts by their bytes, in which SQLite compares all texts. */
export const TEXT_BY_BYTES = sql`text collate "C"`;

/** The archive of ended orders, with a partition for each month. */
export const CREATE_ARCHIVE = sql`create table archived_transaction (
      month text not null,
      transaction_key bigint not null,
      copy_key bigint not null,
      request text not null,
      outcome text not null,
      primary key (month, transaction_key, copy_key)
    ) partition by list (month)`;

/**
 * Creates the partition as a table and then attaches it. `create table … partition of` would wait for every reader of
 * the parent table, such as a backup, and block all later reads during that wait.
 *
 * @param name of the partition
 * @param month `YYYY-MM`, which becomes part of the SQL text
 */
export function createPartition(name: string, month: string): readonly string[] {
  return [
    `create table ${name} (like archived_transaction including all)`,
    `alter table archived_transaction attach partition ${name} for values in ('${month}')`,
  ];
}

/** @param quoted the name as an identifier with its quotes */
export function createSchema(quoted: string): string {
  return `create schema if not exists ${quoted}`;
}
