/** The scripts are plain JavaScript without types, so tests import them by path. */
export function loadScript<Exports>(path: string): Promise<Exports> {
  return import(new URL(`../../scripts/${path}`, import.meta.url).href) as Promise<Exports>;
}
