/** Finds a file of a program that tests use. */
import { existsSync } from 'node:fs';
import { StepFailure } from './step.mjs';

/**
 * Tries in this order: the path that a setting names, the usual places, and the same places after `fetch`.
 * @param {object} ways
 * @param {string} ways.setting the name of the environment variable
 * @param {string | undefined} ways.given its value; an empty one counts as none
 * @param {readonly string[]} ways.places possible paths of the file
 * @param {() => Promise<unknown>} ways.fetch puts it at one of these paths
 * @returns {Promise<string | undefined>} its path; undefined if it cannot be had
 * @throws {StepFailure} when the setting names no file
 */
export async function findFile({ setting, given, places, fetch }) {
  if (given !== undefined && given !== '') {
    if (existsSync(given)) {
      return given;
    }
    throw new StepFailure(`${setting} is ${given}, and no file is there.`);
  }
  const look = () => places.find((file) => existsSync(file));
  return look() ?? (await fetch().then(look, () => undefined));
}
