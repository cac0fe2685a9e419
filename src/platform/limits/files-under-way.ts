/** The files that callers download: a process writes a few at a time, as fast as each caller reads. */

/** The most files at once, and those of one merchant, who cannot keep others from theirs. */
const FILES_MAX = 4;
const FILES_OF_MERCHANT_MAX = 2;

/** The keys of the merchants whose files are being written, one for each file. */
const underWay: number[] = [];

/** As many files are being written as may be. */
export class FilesBusy extends Error {}

/** The merchant of a file, in a store. */
export interface FileOwner {
  readonly key: number;
  readonly id: string;
}

export interface FileOwners {
  /**
   * @returns undefined for one that does not exist
   * @throws Error if the merchant has moved to another store
   */
  find(id: string): Promise<unknown>;
}

/**
 * Passes on the parts of a file. Its place among the files under way is taken in the turn in which it is started, and
 * free again however it ends. A file does not end as if it were whole after its merchant has moved to another store,
 * which removes the rows here: it breaks off.
 *
 * @throws FilesBusy at the start if too many files are being written
 */
export async function* fileUnderWay(
  { key, id }: FileOwner,
  merchants: FileOwners,
  parts: AsyncIterable<string>,
): AsyncGenerator<string, undefined> {
  const own = underWay.filter((other) => other === key);
  if (underWay.length >= FILES_MAX || own.length >= FILES_OF_MERCHANT_MAX) {
    throw new FilesBusy();
  }
  underWay.push(key);
  try {
    for await (const part of parts) {
      // After the part was read, so that rows that were removed meanwhile do not go unnoticed.
      if ((await merchants.find(id)) === undefined) {
        throw new Error(`The merchant ${id} of a file is gone.`);
      }
      yield part;
    }
  } finally {
    underWay.splice(underWay.indexOf(key), 1);
  }
}
