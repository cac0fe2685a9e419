/** The scripts are plain JavaScript and have no types; tests load them by address. */
export function loadScript<Exports>(path: string): Promise<Exports> {
  return import(new URL(`../../scripts/${path}`, import.meta.url).href) as Promise<Exports>;
}
