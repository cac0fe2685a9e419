/** Counts each value, for comparing many answers in one line. @example counted(['a', 'b', 'a']) // { a: 2, b: 1 } */
export function counted(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) {
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}
