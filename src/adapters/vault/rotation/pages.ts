/** Reads all rows of a kind a page at a time, in the order of their keys. */

/** A page of this many rows takes a few hundred kilobytes of memory. */
const PAGE_ROWS = 500;

export async function* pages<Row extends { readonly key: number }>(
  page: (after: number, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ; ) {
    const rows = await page(after, PAGE_ROWS);
    const last = rows.at(-1);
    if (last === undefined) {
      return;
    }
    yield rows;
    after = last.key;
  }
}
