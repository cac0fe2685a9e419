/** What people read has instants as ISO 8601 writes them: logs, and what the operator's commands print. */

/** Milliseconds since 1970, of the years 2017 to 2033; not as a part of a name, a number of digits or a fraction. */
const EPOCH_MS = /(?<![\w.-])1[5-9]\d{11}(?![\w.-])/;
/** The logs of tests have the time that pino gives a line by default; the gateway's own have it by ISO 8601. */
const OF_THE_LINE = /^(\{"level":\d+,)"time":\d+/;

/** @throws Error naming the first line that has an instant as a number */
export function requireIsoTimes(lines: readonly string[]): void {
  const wrong = lines.map((line) => line.replace(OF_THE_LINE, '$1')).find((line) => EPOCH_MS.test(line));
  if (wrong !== undefined) {
    throw new Error(`an instant is a number, in place of ISO 8601: ${wrong}`);
  }
}
