/** A PostgreSQL database that takes no writes, as one whose administrator has made it read-only. */
import pg from 'pg';

/** Ends the connections in use, so that all are of the new kind. @param url as an administrator */
export async function takeNoWrites(url: string, isReadOnly: boolean): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const name = new URL(url).pathname.slice(1);
    await client.query('set default_transaction_read_only = off');
    await client.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    );
  } finally {
    await client.end();
  }
}
