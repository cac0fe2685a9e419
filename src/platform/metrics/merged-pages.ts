/** The metrics of several processes as one page: each family once, with the values of all of them. */

/** The beginning of a family in Prometheus' text format: `# HELP turnpike_connections Connections of …`. */
const FAMILY = /^# HELP (\S+)/;

/**
 * @param pages of one process each, whose values have a label that names the process, or are those of a store: of
 *   these, the first page's count
 */
export function mergedPages(pages: readonly string[]): string {
  const families = new Map<string, { readonly head: string; readonly values: Map<string, string> }>();
  for (const block of pages.flatMap((page) => page.split(/^(?=# HELP )/m))) {
    const [, name] = FAMILY.exec(block) ?? [];
    if (name === undefined) {
      continue;
    }
    const lines = block.trimEnd().split('\n');
    const head = lines.filter((line) => line.startsWith('#')).join('\n');
    const family = families.get(name) ?? { head, values: new Map() };
    for (const line of lines.filter((one) => one !== '' && !one.startsWith('#'))) {
      const series = line.slice(0, line.lastIndexOf(' '));
      if (!family.values.has(series)) {
        family.values.set(series, line);
      }
    }
    families.set(name, family);
  }
  return [...families.values()].map(({ head, values }) => `${[head, ...values.values()].join('\n')}\n`).join('\n');
}
