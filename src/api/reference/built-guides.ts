/** The guides that the build rendered. Each is read when it is shown. */
import { readFile } from 'node:fs/promises';

/** The text below one heading. */
export interface GuideSection {
  /** 1 for the guide's own title. */
  readonly depth: number;
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
}

export interface BuiltGuide {
  /** The last part of the guide's address. */
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly sections: readonly GuideSection[];
}

export interface BuiltChapter {
  readonly title: string;
  readonly doc: string;
  readonly guides: readonly BuiltGuide[];
}

export interface GuideLibrary {
  chapters(): Promise<readonly BuiltChapter[]>;
  /** @param slug of a listed guide */
  html(slug: string): Promise<string>;
}

/** Origins that replace those of the examples. */
export interface ExampleOrigins {
  readonly gateway: string;
  /** The demo shop's. Absent: the examples keep theirs. */
  readonly shop: string | undefined;
}

/** The origins of the examples in Markdown. */
const GATEWAY = /http:\/\/localhost:8080|https:\/\/pay\.example(?![\w.-])/g;
const SHOP = /http:\/\/localhost:8090/g;

/** @param folder that the build wrote */
export function openGuides(folder: URL): GuideLibrary {
  let chapters: Promise<readonly BuiltChapter[]> | undefined;
  return {
    chapters() {
      chapters ??= readFile(new URL('chapters.json', folder), 'utf8').then((text) => JSON.parse(text));
      return chapters;
    },
    html: (slug) => readFile(new URL(`${slug}.html`, folder), 'utf8'),
  };
}

export function withOrigins(html: string, { gateway, shop }: ExampleOrigins): string {
  return html.replace(GATEWAY, () => gateway).replace(SHOP, (written) => shop ?? written);
}
