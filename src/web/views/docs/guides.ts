/** The guides. */

export interface GuideEntry {
  readonly href: string;
  readonly title: string;
  readonly summary: string;
}

export interface GuideChapter {
  readonly title: string;
  readonly doc: string;
  readonly guides: readonly GuideEntry[];
}

export interface GuidesPage {
  readonly chapters: readonly GuideChapter[];
}

export interface GuidePage extends GuideEntry {
  /** Rendered by the build, with the origins of this gateway. */
  readonly html: string;
  readonly sections: readonly { readonly anchor: string; readonly heading: string }[];
  readonly chapter: GuideChapter;
  readonly previous: GuideEntry | undefined;
  readonly next: GuideEntry | undefined;
}

/** A section of a guide that matches a search. */
export interface GuideHit {
  readonly href: string;
  /** The guide's title. */
  readonly title: string;
  readonly heading: string;
  readonly excerpt: string;
}
