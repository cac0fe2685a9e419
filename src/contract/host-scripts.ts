/**
 * Detects hosts that could be confused with other hosts, for example by a Cyrillic а among Latin letters. Each label
 * must be "highly restrictive" as Unicode defines it (UTS 39, 5.2): letters of one recommended script, or of the
 * scripts that Japanese, Korean and Chinese combine, optionally with Latin.
 */
import { domainToUnicode } from 'node:url';

/** Scripts in everyday use: UAX 31, table 5. */
const RECOMMENDED_SCRIPTS = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Hangul',
  'Han',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
] as const;

const COMBINED_SCRIPTS = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
] as const;

/** Common and inherited characters, such as digits, hyphens and marks, are allowed with every script. */
const LABEL_PATTERNS = [...RECOMMENDED_SCRIPTS.map((script) => [script]), ...COMBINED_SCRIPTS].map(
  (scripts) =>
    new RegExp(
      `^[${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}\\p{Script=Common}\\p{Script=Inherited}]*$`,
      'u',
    ),
);

const ASCII = /^[\x20-\x7e]*$/;

/** @param host the host of a URL, each label in ASCII: `xn--bcher-kva.example` */
export function hasMixedScripts(host: string): boolean {
  if (!host.includes('xn--')) {
    return false;
  }
  const labels = domainToUnicode(host).split('.');
  return labels.some((label) => !ASCII.test(label) && !LABEL_PATTERNS.some((allowed) => allowed.test(label)));
}
