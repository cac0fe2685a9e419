/** Connections of a test to its own database. */
import pg from 'pg';

/**
 * A pool that survives the end of its idle connections by the server, as at the removal of a test's database: `end` of
 * a pool does not wait for its connections to be closed.
 */
export function newPool(url: string, options: pg.PoolConfig = {}): pg.Pool {
  return new pg.Pool({ connectionString: url, ...options }).on('error', () => undefined);
}
