/**
 * @param load loads a module
 * @returns a function that loads it once. After a failure the next call tries again: a process may run out of file
 *   descriptors for a moment
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
