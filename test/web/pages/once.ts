/**
 * What is looked at once, however many tests ask: one thing after another, for all of them share a window.
 *
 * @param take fails for everyone who asks for that name
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
