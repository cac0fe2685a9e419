/**
 * Finds the names of the acquirers in the environment. `ACQUIRER_URL` and related settings configure the acquirer
 * `default`; `ACQUIRER_EU_URL` and related settings configure the acquirer `eu`.
 */
import { DEFAULT_ACQUIRER } from '../adapters/acquirers/index.ts';
import { SettingsError } from './settings-error.ts';

/**
 * An acquirer's name in a setting. It contains no underscore, so that `ACQUIRER_EU_CA` is unambiguous: the `CA` of
 * `EU`.
 */
const NAME = /^[A-Z][A-Z0-9]{0,19}$/;
const URL_SETTING = /^ACQUIRER_(.+)_URL$/;
/** Settings that an acquirer may have in addition to its URL. */
const OTHER_SETTING = /^ACQUIRER_([A-Z][A-Z0-9]*)_(?:CA|CERT|KEY|PLAINTEXT)$/;

export interface AcquirerNames {
  readonly name: string;
  /** Returns the full name of a setting of this acquirer by its suffix: `URL`, `CA`, … */
  readonly nameOf: (end: string) => string;
}

/**
 * @param texts the environment, without empty values
 * @returns the acquirers: the default one first, the others sorted by name
 * @throws SettingsError with one line that names the setting
 */
export function findAcquirers(texts: Readonly<Record<string, string | undefined>>): AcquirerNames[] {
  const settings = Object.keys(texts).filter((setting) => texts[setting] !== undefined);
  const names = settings.flatMap((setting) => URL_SETTING.exec(setting)?.[1] ?? []).sort();
  for (const name of names) {
    if (!NAME.test(name) || name.toLowerCase() === DEFAULT_ACQUIRER) {
      throw new SettingsError(
        `ACQUIRER_${name}_URL cannot be used: the name of an acquirer takes A to Z and 0 to 9, at most 20, and is not DEFAULT, which ACQUIRER_URL configures.`,
      );
    }
  }
  for (const setting of settings) {
    const name = OTHER_SETTING.exec(setting)?.[1];
    if (name !== undefined && !names.includes(name)) {
      throw new SettingsError(`${setting} is set without ACQUIRER_${name}_URL, the address of that acquirer.`);
    }
  }
  return [
    { name: DEFAULT_ACQUIRER, nameOf: (end) => `ACQUIRER_${end}` },
    ...names.map((name) => ({ name: name.toLowerCase(), nameOf: (end: string) => `ACQUIRER_${name}_${end}` })),
  ];
}
