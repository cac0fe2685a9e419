/** @param {readonly number[]} amounts */
export function sum(amounts) {
  return amounts.reduce((total, amount) => total + amount, 0);
}
