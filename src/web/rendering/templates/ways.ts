/**
 * The ways in which a page writes a text: as a component changes it, and as Astro or Preact then escapes it. A value is
 * inserted by the same functions that a rendering would apply.
 */
import { breakable } from '../../components/big-amount.ts';

type Change = (text: string) => string;

const same: Change = (text) => text;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaping = (pattern: RegExp): Change => {
  return (text) => (text.search(pattern) < 0 ? text : text.replace(pattern, (character) => ENTITIES[character]!));
};

const ESCAPES = {
  astroText: escaping(/[&<>"']/g),
  astroAttribute: escaping(/[&"]/g),
  preact: escaping(/["&<]/g),
} as const;

const CHANGES = { same, breakable } as const;

export type Way = `${keyof typeof CHANGES} ${keyof typeof ESCAPES}`;

/** Every way, as one function. */
export const WAYS = Object.fromEntries(
  Object.entries(CHANGES).flatMap(([change, changed]) =>
    Object.entries(ESCAPES).map(([name, escaped]) => [`${change} ${name}`, (text: string) => escaped(changed(text))]),
  ),
) as Readonly<Record<Way, Change>>;
