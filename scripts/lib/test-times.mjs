/** Stores the time of each test file in the last whole run of each command, and compares the sums with the budget. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';

const TIMES = join(ROOT, '.cache', 'test-times.json');

/** @param {string} run the run's command or title @param {readonly FileTime[]} files */
export function keepTimes(run, files) {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeFileSync(TIMES, JSON.stringify({ ...readTimes(), [run]: files }, null, 1));
}

/** @returns {Record<string, readonly FileTime[]>} empty before the first run */
export function readTimes() {
  try {
    return JSON.parse(readFileSync(TIMES, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * @param {readonly FileTime[]} files
 * @param {Readonly<Record<string, number>>} budget seconds of processor time, by a folder of `test/`; `other` is for
 * folders without an entry
 * @returns {FolderTime[]} the most expensive first
 */
export function byFolder(files, budget) {
  /** @type {Map<string, FolderTime>} */
  const folders = new Map();
  for (const { file, ms, processorMs } of files) {
    const [, name = ''] = file.split('/');
    const folder = name in budget ? name : OTHER;
    const sum = folders.get(folder) ?? { folder, seconds: 0, processorSeconds: 0, budget: budget[folder] ?? 0 };
    sum.seconds += ms / 1_000;
    sum.processorSeconds += processorMs / 1_000;
    folders.set(folder, sum);
  }
  return [...folders.values()].toSorted((one, other) => other.processorSeconds - one.processorSeconds);
}

const OTHER = 'other';

/**
 * @typedef {object} FileTime
 * @property {string} file the path from the project's root
 * @property {number} ms the time that a worker spent on the file, including its loading
 * @property {number} processorMs processor time of the worker and of the processes that it has started; 0 if the system
 * does not report it
 *
 * @typedef {{ folder: string, seconds: number, processorSeconds: number, budget: number }} FolderTime
 */
