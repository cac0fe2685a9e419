/**
 * Whether a host's name may look like another's: a Cyrillic а among Latin letters. Each label has to be what Unicode
 * calls highly restrictive (UTS 39, 5.2): letters of one recommended script, or of those that Japanese, Korean and
 * Chinese write together, with Latin beside them.
 */
import { domainToUnicode } from 'node:url';

/** UAX 31, table 5: the scripts in everyday use. */
const RECOMMENDED = [
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

const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
] as const;

/** Digits, hyphens and marks belong to every script. */
const ALLOWED = [...RECOMMENDED.map((script) => [script]), ...TOGETHER].map(
  (scripts) =>
    new RegExp(
      `^[${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}\\p{Script=Common}\\p{Script=Inherited}]*$`,
      'u',
    ),
);

const ASCII = /^[\x20-\x7e]*$/;

/** @param host as a URL has it, each label in ASCII: `xn--bcher-kva.example` */
export function hasMixedScripts(host: string): boolean {
  if (!host.includes('xn--')) {
    return false;
  }
  const labels = domainToUnicode(host).split('.');
  return labels.some((label) => !ASCII.test(label) && !ALLOWED.some((allowed) => allowed.test(label)));
}
