/** Runs `turnpike keys rotate --data` beside a gateway. The command can be paused while it has no lock on the store. */
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Child } from './child.ts';

const POLL_MS = 20;

export class Rotation {
  readonly #child: Child;
  readonly #db: Database.Database;

  /** @param databaseFile the file of the gateway's database */
  constructor(child: Child, databaseFile: string) {
    this.#child = child;
    this.#db = new Database(databaseFile, { timeout: 0 });
  }

  get isOver(): boolean {
    return this.#child.isOver;
  }

  /** Resolves when rows are being written. */
  async untilStarted(): Promise<void> {
    while (!this.isOver && !/sealed anew/.test(this.#child.output())) {
      await sleep(POLL_MS);
    }
  }

  /** Stops the process. During a commit it has the file's lock, so it runs on for a moment, and is stopped again. */
  async pause(): Promise<void> {
    for (;;) {
      this.#child.signal('SIGSTOP');
      if (this.#isUnlocked()) {
        return;
      }
      this.#child.signal('SIGCONT');
      await sleep(POLL_MS);
    }
  }

  resume(): void {
    this.#child.signal('SIGCONT');
  }

  /** Returns the command's last line, with the number of rows and the time. @throws Error when the command failed */
  async ended(): Promise<string> {
    const code = await this.#child.ended();
    this.#db.close();
    const printed = this.#child.output();
    if (code !== 0) {
      throw new Error(`The rotation of the data key failed: ${printed}`);
    }
    return printed.trim().split('\n').at(-1) ?? '';
  }

  /** The gateway's own commits take milliseconds, so a lasting lock is that of the stopped process. */
  #isUnlocked(): boolean {
    for (let tries = 0; tries < 50; tries += 1) {
      try {
        this.#db.exec('BEGIN IMMEDIATE');
        this.#db.exec('ROLLBACK');
        return true;
      } catch {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      }
    }
    return false;
  }
}
