/** The arithmetic of the bench. */

/** The middle value; of an even number, the mean of the two in the middle. @throws RangeError for none */
export function median(values: readonly number[]): number {
  if (values.length === 0) {
    throw new RangeError('The median of no values is undefined.');
  }
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** @param digits after the point */
export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
