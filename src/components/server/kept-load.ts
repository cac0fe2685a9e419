/**
 * @param load a module, as often as it is called @returns loads it once. What fails is tried again at the next call: a
 *   process that has run out of file descriptors for a moment shows the page after it
 */
export function keptLoad<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
