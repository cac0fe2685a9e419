/** The kits for apps: they know the interface's return addresses, and report the events of the guide's table. */
import { expect, it } from 'vitest';
import { interaction } from '../../src/contract/fields/interaction-fields.ts';
import { codeBlocks, docPage } from './documentation.ts';

const GUIDE = docPage('docs/guide/apps.md');
/** The events, each with the return address that it is read from. */
const EVENTS = [...GUIDE.matchAll(/^\| `(\w+)` +\| (?:`(\w+)`)?/gm)].map(([, event = '', field]) => ({ event, field }));
const FIELDS = EVENTS.flatMap(({ field }) => field ?? []);

it('the table has every address at which the page leaves, and no other', () => {
  const leaving = Object.keys(interaction.members).filter((name) => /^(?!merchant).*Url$/.test(name));
  expect(FIELDS.sort()).toEqual(leaving.sort());
});

it.each(['kotlin', 'swift'])('the kit in %s is one block that reports every event, from its address', (language) => {
  const [kit = '', ...others] = codeBlocks(GUIDE, language);
  expect(others).toEqual([]);
  const names = new Set(kit.match(/\w+/g));
  expect(EVENTS.filter(({ event }) => !names.has(event))).toEqual([]);
  const compared = [...kit.matchAll(/isAt\(\w+, addresses\.(\w+)\)\D*?\.(\w+)/g)].map(([, field, event]) => ({
    event,
    field,
  }));
  const expected = EVENTS.filter(({ field }) => field !== undefined);
  expect(compared.sort(byField)).toEqual([...expected].sort(byField));
  expect(kit.split('\n').length).toBeLessThan(130);
});

function byField(
  { field: one = '' }: { field?: string | undefined },
  { field: other = '' }: { field?: string | undefined },
) {
  return one.localeCompare(other);
}
