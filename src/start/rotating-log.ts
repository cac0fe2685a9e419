/**
 * A log file that begins anew when it is full. It stands on the disk of the store, which must never be full of log. The
 * full ones are kept under `<name>.1.log`, `<name>.2.log` and so on, the newest first, and the oldest is removed.
 */
import { createWriteStream, openSync, renameSync, rmSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

/** Days of an ordinary gateway. */
const FILE_BYTES_MAX = 20 * 1024 * 1024;
/** With the current file and the run before: 100 MB at most for a run. */
const FULL_FILES_MAX = 4;

/** Logs are the operator's alone. */
const FILE_MODE = 0o600;

export class RotatingLog {
  /** The current one. */
  readonly file: string;
  readonly #folder: string;
  readonly #name: string;
  readonly #bytesMax: number;
  #stream: WriteStream;
  #bytes = 0;
  readonly #ending: Promise<unknown>[] = [];

  /** @param bytesMax of one file; tests shorten it */
  constructor(folder: string, name: string, bytesMax = FILE_BYTES_MAX) {
    this.#folder = folder;
    this.#name = name;
    this.#bytesMax = bytesMax;
    this.file = join(folder, `${name}.log`);
    this.#stream = open(this.file);
  }

  write(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.#bytes > 0 && this.#bytes + bytes > this.#bytesMax) {
      this.#rotate();
    }
    this.#bytes += bytes;
    this.#stream.write(text);
  }

  /** Resolves when everything is on the disk. */
  async end(): Promise<void> {
    this.#stream.end();
    await Promise.all([...this.#ending, finished(this.#stream)]);
  }

  #rotate(): void {
    const full = this.#stream;
    full.end();
    const ended = finished(full).finally(() => this.#ending.splice(this.#ending.indexOf(ended), 1));
    this.#ending.push(ended);
    rmSync(this.#fullFile(FULL_FILES_MAX), { force: true });
    for (let number = FULL_FILES_MAX; number > 1; number -= 1) {
      rename(this.#fullFile(number - 1), this.#fullFile(number));
    }
    // The stream goes on writing to the file that it opened.
    rename(this.file, this.#fullFile(1));
    this.#stream = open(this.file);
    this.#bytes = 0;
  }

  #fullFile(number: number): string {
    return join(this.#folder, `${this.#name}.${number}.log`);
  }
}

function open(file: string): WriteStream {
  // Opened at once: a file that is opened later would be another one after a rename.
  return createWriteStream(file, { fd: openSync(file, 'a', FILE_MODE) });
}

/** A file that is not there yet has nothing to keep. */
export function rename(file: string, to: string): void {
  try {
    renameSync(file, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
  }
}
