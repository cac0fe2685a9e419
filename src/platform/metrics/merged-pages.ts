/** The metrics of several processes as one page: each family once, with the values of all of them. */

/** The beginning of a family in Prometheus' text format: `# HELP turnpike_connections Connections of …`. */
const FAMILY = /^# HELP (\S+)/;

/** @param pages of one process each, whose values have a label that names the process */
export function mergedPages(pages: readonly string[]): string {
  const families = new Map<string, { readonly head: string; readonly values: string[] }>();
  for (const block of pages.flatMap((page) => page.split(/^(?=# HELP )/m))) {
    const [, name] = FAMILY.exec(block) ?? [];
    if (name === undefined) {
      continue;
    }
    const lines = block.trimEnd().split('\n');
    const head = lines.filter((line) => line.startsWith('#')).join('\n');
    const family = families.get(name) ?? { head, values: [] };
    family.values.push(...lines.filter((line) => line !== '' && !line.startsWith('#')));
    families.set(name, family);
  }
  return [...families.values()].map(({ head, values }) => `${[head, ...values].join('\n')}\n`).join('\n');
}
