/** The guides that the build rendered, in one compressed file. They are decompressed when the first is shown. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const unpack = promisify(gunzip);

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
  readonly html: string;
}

export interface BuiltChapter {
  readonly title: string;
  readonly doc: string;
  readonly guides: readonly BuiltGuide[];
}

export type GuideLibrary = () => Promise<readonly BuiltChapter[]>;

/** The origins that replace the origins in the examples. */
export interface ExampleOrigins {
  readonly gateway: string;
  /** The demo shop's origin. Absent: the examples keep their own. */
  readonly shop: string | undefined;
}

/** The origins of the examples in Markdown. */
const GATEWAY = /http:\/\/localhost:8080|https:\/\/pay\.example(?![\w.-])/g;
const SHOP = /http:\/\/localhost:8090/g;

/** @param packed the file that the build wrote */
export function openGuides(packed: Uint8Array): GuideLibrary {
  let chapters: Promise<readonly BuiltChapter[]> | undefined;
  return () => {
    chapters ??= unpack(packed).then((json) => JSON.parse(json.toString()));
    return chapters;
  };
}

export function withOrigins(html: string, { gateway, shop }: ExampleOrigins): string {
  return html.replace(GATEWAY, () => gateway).replace(SHOP, (written) => shop ?? written);
}
