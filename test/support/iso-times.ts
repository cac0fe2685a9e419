/** Text for people has instants in ISO 8601: logs, and the output of the operator's commands. */

/** Milliseconds since 1970, of the years 2017 to 2033; not in quotes, nor part of a name or a fraction. */
const EPOCH_MS = /(?<![\w."-])1[5-9]\d{11}(?![\w.-])/;
/** The logs of tests have pino's default time in each line; the gateway's own have ISO 8601. */
const OF_THE_LINE = /^(\{"level":\d+,)"time":\d+/;

/** @throws Error with the surroundings of the first numeric instant */
export function requireIsoTimes(lines: readonly string[]): void {
  for (const line of lines) {
    const text = line.replace(OF_THE_LINE, '$1');
    const at = EPOCH_MS.exec(text)?.index;
    if (at !== undefined) {
      throw new Error(`an instant is a number, in place of ISO 8601: ${text.slice(Math.max(0, at - 80), at + 40)}`);
    }
  }
}
