/** The files that callers download: a process writes a few at a time, as fast as each caller reads. */

/** The most files at once, and those of one merchant, who cannot keep others from theirs. */
const FILES_MAX = 4;
const FILES_OF_MERCHANT_MAX = 2;

/** The keys of the merchants whose files are being written, one for each file. */
const underWay: number[] = [];

/** As many files are being written as may be. */
export class FilesBusy extends Error {}

/**
 * Passes on the parts of a file. Its place among the files under way is taken in the turn in which it is started, and
 * free again however it ends.
 *
 * @throws FilesBusy at the start if too many files are being written
 */
export async function* fileUnderWay(
  merchantKey: number,
  parts: AsyncIterable<string>,
): AsyncGenerator<string, undefined> {
  const own = underWay.filter((other) => other === merchantKey);
  if (underWay.length >= FILES_MAX || own.length >= FILES_OF_MERCHANT_MAX) {
    throw new FilesBusy();
  }
  underWay.push(merchantKey);
  try {
    yield* parts;
  } finally {
    underWay.splice(underWay.indexOf(merchantKey), 1);
  }
}
