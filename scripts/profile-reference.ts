/**
 * The page about merchant profiles, generated from their schema: every member with its meaning, type and default. `npm
 * run reference` writes it, and a test fails if the committed page differs.
 */
import { type ProfileMember, profileMembers } from '../src/core/merchant/profile-reference.ts';
import { wrapped } from './lib/wrapped.ts';

export const PROFILE_FILE = new URL('../docs/operating/merchant-profile.md', import.meta.url);

const INTRODUCTION = [
  '# Merchant profile',
  'A profile is a JSON file that `npm run turnpike -- merchant put FILE.json` stores; a running gateway sees a change ' +
    'within a second. The smallest one is `{"id": "SHOP", "name": "My shop"}`: every other member has a default. A ' +
    'member that is not on this page is refused, unless its name begins with an underscore: those are notes to ' +
    'yourself.',
  'This page is made from the schema of the profile by `npm run reference`. Do not edit it.',
];

/** @throws Error if a member has no description */
export function profileReference(): string {
  return `${[...INTRODUCTION.map((text) => wrapped(text)), ...profileMembers().map(section)].join('\n\n')}\n`;
}

function section({ path, documentation, members }: ProfileMember): string {
  const inner = members.flatMap(linesOf);
  const text = [`## \`${path}\``, wrapped(documentation)];
  return [...text, ...(inner.length === 0 ? [] : [inner.join('\n')])].join('\n\n');
}

/** One line for a member, followed by the members of its group. */
function linesOf({ path, documentation, members }: ProfileMember): string[] {
  return [wrapped(`- \`${path}\`: ${documentation}`, '  '), ...members.flatMap(linesOf)];
}
