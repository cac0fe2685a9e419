/** Groups rows by their top-level group, since a single table of four hundred rows is hard to read. */
import type { FieldRow, FieldSection, Side } from '../../web/views/docs/index.ts';

/** Sections with more rows are collapsed at first, so that the groups of a page are visible at a glance. */
const OPEN_ROWS_MAX = 12;

export function sectionsOf(side: Side, rows: readonly FieldRow[]): FieldSection[] {
  const byName = new Map<string, FieldRow[]>();
  for (const row of rows) {
    const name = topOf(row.path);
    byName.set(name, [...(byName.get(name) ?? []), row]);
  }
  const alone: FieldRow[] = [];
  const groups: FieldSection[] = [];
  for (const [name, [group, ...inner]] of byName) {
    if (group === undefined) {
      continue;
    }
    if (inner.length === 0) {
      alone.push(group);
    } else {
      groups.push({ name, anchor: anchorOf(side, name), group, rows: inner, open: inner.length <= OPEN_ROWS_MAX });
    }
  }
  if (alone.length === 0) {
    return groups;
  }
  return [{ name: '', anchor: `${side}-fields`, rows: alone, open: true }, ...groups];
}

/** `item[n].name` belongs to `item`. */
function topOf(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

/** Anchor of a field's row on its operation's page: `request.order.item.name`. */
export function anchorOf(side: Side, path: string): string {
  return `${side}.${path.replaceAll('[n]', '')}`;
}
