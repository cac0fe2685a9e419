/** Cycles in a graph of files. */

/** The files that each file imports. A target without an entry of its own imports nothing. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * Finds the sets of files that import each other, by Tarjan's algorithm for strongly connected components.
 *
 * @returns each set sorted, and the sets by their first file; a file that imports only itself is no cycle
 */
export function cyclesOf(graph: Graph): string[][] {
  const indices = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];

  const visit = (file: string): void => {
    const index = indices.size;
    indices.set(file, index);
    lowest.set(file, index);
    stack.push(file);
    onStack.add(file);
    for (const target of graph.get(file) ?? []) {
      if (!indices.has(target)) {
        visit(target);
        lowest.set(file, Math.min(lowest.get(file) ?? index, lowest.get(target) ?? index));
      } else if (onStack.has(target)) {
        lowest.set(file, Math.min(lowest.get(file) ?? index, indices.get(target) ?? index));
      }
    }
    if (lowest.get(file) !== index) {
      return;
    }
    const component = stack.splice(stack.indexOf(file));
    for (const member of component) {
      onStack.delete(member);
    }
    if (component.length > 1) {
      cycles.push(component.sort());
    }
  };

  for (const file of graph.keys()) {
    if (!indices.has(file)) {
      visit(file);
    }
  }
  return cycles.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}
