/**
 * Runs each check once for all tests, one after another, since they share a window.
 *
 * @param take fails for every caller with that name
 */
export function oncePerName<T>(take: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const taken = new Map<string, Promise<T>>();
  let last: Promise<unknown> = Promise.resolve();
  return (name) => {
    const known = taken.get(name);
    if (known !== undefined) {
      return known;
    }
    const one = last.then(() => take(name));
    taken.set(name, one);
    last = one.catch(() => undefined);
    return one;
  };
}
