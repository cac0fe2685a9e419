/**
 * A log file that begins anew when it is full. It stands on the disk of the store, which must never be full of log. The
 * full ones are kept under `<name>.1.log`, `<name>.2.log` and so on, the newest first, and the oldest is removed. A
 * disk that takes nothing costs lines, never the process.
 */
import { createWriteStream, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Days of an ordinary gateway. */
const FILE_BYTES_MAX = 20 * 1024 * 1024;
/** With the current file 100 MB at most; with the last file of the run before, 120 MB. */
const FULL_FILES_MAX = 4;
/** Lines that wait for a slow disk; beyond, lines are dropped. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024;
/** A disk that took nothing is asked again after it. */
const OPEN_AGAIN_MS = 5_000;

/** Logs are the operator's alone. */
const FILE_MODE = 0o600;

export interface RotatingLogOptions {
  /** Of one file. */
  readonly bytesMax?: number;
  /** After which a file that failed is opened again. */
  readonly openAgainMs?: number;
  /** Opens a file for appending, for its owner alone. */
  readonly open?: (file: string) => Writable;
}

export class RotatingLog {
  /** The current one. */
  readonly file: string;
  readonly #folder: string;
  readonly #name: string;
  readonly #options: Required<RotatingLogOptions>;
  /** Undefined after a failure, until it is opened again. */
  #stream: Writable | undefined;
  #failedAt = 0;
  #bytes = 0;
  #dropped = 0;
  readonly #ending = new Set<Promise<unknown>>();

  /** @param options tests shorten them */
  constructor(folder: string, name: string, options: RotatingLogOptions = {}) {
    this.#folder = folder;
    this.#name = name;
    this.#options = { bytesMax: FILE_BYTES_MAX, openAgainMs: OPEN_AGAIN_MS, open: openFile, ...options };
    this.file = join(folder, `${name}.log`);
    this.#open();
  }

  /** Drops the text where the disk takes none now; the next line that is written then follows one that says so. */
  write(text: string): void {
    if (this.#stream === undefined && performance.now() - this.#failedAt >= this.#options.openAgainMs) {
      this.#open();
    }
    const bytes = Buffer.byteLength(text);
    if (this.#bytes > 0 && this.#bytes + bytes > this.#options.bytesMax) {
      this.#rotate();
    }
    if (this.#stream === undefined || this.#stream.writableLength + bytes > WAITING_BYTES_MAX) {
      this.#dropped += 1;
      return;
    }
    if (this.#dropped > 0) {
      this.#stream.write(`At least ${this.#dropped} lines were lost: the disk did not take them.\n`);
      this.#dropped = 0;
    }
    this.#bytes += bytes;
    this.#stream.write(text);
  }

  /** Resolves when everything is on the disk that the disk takes. */
  async end(): Promise<void> {
    this.#finish();
    await Promise.all(this.#ending);
  }

  #open(): void {
    try {
      const stream = this.#options.open(this.file);
      stream.on('error', () => this.#fail(stream));
      this.#stream = stream;
    } catch {
      this.#fail(undefined);
    }
  }

  /** A full disk or a lost one. What this stream had not written yet is lost. */
  #fail(stream: Writable | undefined): void {
    if (stream !== this.#stream) {
      return;
    }
    this.#stream = undefined;
    this.#failedAt = performance.now();
    this.#dropped += stream === undefined ? 0 : 1;
  }

  #finish(): void {
    const stream = this.#stream;
    if (stream === undefined) {
      return;
    }
    const ended: Promise<unknown> = finished(stream)
      // Its listener has noted the error.
      .catch(() => undefined)
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
    stream.end();
  }

  #rotate(): void {
    this.#finish();
    this.#bytes = 0;
    try {
      rmSync(this.#fullFile(FULL_FILES_MAX), { force: true });
      for (let number = FULL_FILES_MAX; number > 1; number -= 1) {
        rename(this.#fullFile(number - 1), this.#fullFile(number));
      }
      // The stream goes on writing to the file that it opened.
      rename(this.file, this.#fullFile(1));
    } catch {
      this.#stream = undefined;
      this.#fail(undefined);
      return;
    }
    this.#open();
  }

  #fullFile(number: number): string {
    return join(this.#folder, `${this.#name}.${number}.log`);
  }
}

function openFile(file: string): Writable {
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
