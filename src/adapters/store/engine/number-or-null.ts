/** Reads an integer column that may be empty: an engine may return integers as bigint or text. */
export function numberOrNull(value: bigint | number | string | null): number | null {
  return value === null ? null : Number(value);
}
