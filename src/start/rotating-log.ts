/**
 * A log file with rotation. It is on the same disk as the store, which must not fill up with logs. Full files are
 * renamed to `<name>.1.log`, `<name>.2.log` and so on, the newest first, and the oldest is removed. If the disk fails,
 * lines are lost, but the process continues.
 */
import { createWriteStream, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** The size at which a log file is rotated, enough for days of an ordinary gateway. */
const FILE_BYTES_MAX = 20 * 1024 * 1024;
/**
 * Full log files that are kept: with the current file at most 100 MB, and with the previous run's last file, 120 MB.
 */
const FULL_FILES_MAX = 4;
/** Maximum number of bytes to buffer for a slow disk. Further lines are dropped. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024;
/** The delay before a failed file is opened again. */
const OPEN_AGAIN_MS = 5_000;

/** Logs are readable only by the operator. */
const FILE_MODE = 0o600;

export interface RotatingLogOptions {
  /** The size at which a file is rotated. */
  readonly bytesMax?: number;
  /** The delay before a failed file is opened again. */
  readonly openAgainMs?: number;
  /** Opens a file for appending, with access only for its owner. */
  readonly open?: (file: string) => Writable;
}

export class RotatingLog {
  /** The current file. */
  readonly file: string;
  readonly #folder: string;
  readonly #name: string;
  readonly #options: Required<RotatingLogOptions>;
  /** Undefined after a failure, until the file is opened again. */
  #stream: Writable | undefined;
  #failedAt = 0;
  #bytes = 0;
  #dropped = 0;
  readonly #ending = new Set<Promise<unknown>>();

  /** @param options overrides for tests */
  constructor(folder: string, name: string, options: RotatingLogOptions = {}) {
    this.#folder = folder;
    this.#name = name;
    this.#options = { bytesMax: FILE_BYTES_MAX, openAgainMs: OPEN_AGAIN_MS, open: openFile, ...options };
    this.file = join(folder, `${name}.log`);
    this.#open();
  }

  /**
   * Writes a line, or drops it if the disk accepts no data now. The next written line is preceded by the number of
   * dropped ones.
   */
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

  /** Resolves when all accepted lines are written. */
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

  /** Handles a full or failed disk. The stream's unwritten lines are lost. */
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
      // The stream's error listener has handled the error.
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
      // The stream continues to write to the file that it opened.
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
  // Opened at once, because a file opened later could be a different one after a rename.
  return createWriteStream(file, { fd: openSync(file, 'a', FILE_MODE) });
}

/** Renames the file if it exists. */
export function rename(file: string, to: string): void {
  try {
    renameSync(file, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
  }
}
