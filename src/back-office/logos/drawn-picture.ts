/** Media types by file extension in the logo's address. */
export const LOGO_TYPES = { png: 'image/png', svg: 'image/svg+xml; charset=utf-8' } as const;

export type LogoType = keyof typeof LOGO_TYPES;

/** A picture as it is stored: written from the parsed content instead of copied from the file. */
export interface DrawnPicture {
  readonly type: LogoType;
  /** Width and height are in pixels, or for an SVG in its own units, rounded. Only their ratio matters. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}
