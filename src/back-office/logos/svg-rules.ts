/**
 * The subset of SVG that a logo may use: elements that draw shapes, and patterns for the values of their attributes.
 */

/** Coordinates, lengths and other numbers. Without names, a value cannot call or fetch anything. */
const NUMBERS = /^[\d\s,.+\-eE%]*(?:px)?$/;
const PATH = /^[MmZzLlHhVvCcSsQqTtAa\d\s,.+\-eE]*$/;
const TRANSFORM = /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\([\d\s,.+\-eE]*\)[\s,]*)*$/;
const WORD = /^[A-Za-z][A-Za-z\s-]{0,40}$/;
const ID = /^[A-Za-z_][\w.-]{0,60}$/;
const OWN = String.raw`#[A-Za-z_][\w.-]{0,60}`;
/** A colour, or a gradient of the same file. */
const PAINT = new RegExp(
  `^(?:#[0-9a-fA-F]{3,8}|[A-Za-z]{3,24}|(?:rgb|hsl)a?\\([\\d\\s,.%/+-]*\\)|url\\((['"]?)${OWN}\\1\\))$`,
);
const OWN_URL = new RegExp(`^(?:none|url\\((['"]?)${OWN}\\1\\))$`);
const OWN_LINK = new RegExp(`^${OWN}$`);

/** Attributes that every element may have, also as properties of its `style`. */
export const PRESENTATION: Readonly<Record<string, RegExp>> = {
  fill: PAINT,
  'fill-rule': WORD,
  'fill-opacity': NUMBERS,
  'clip-rule': WORD,
  'clip-path': OWN_URL,
  color: PAINT,
  display: /^(?:none|inline|block)$/,
  opacity: NUMBERS,
  stroke: PAINT,
  'stroke-width': NUMBERS,
  'stroke-linecap': WORD,
  'stroke-linejoin': WORD,
  'stroke-miterlimit': NUMBERS,
  'stroke-dasharray': /^(?:none|[\d\s,.%]*)$/,
  'stroke-dashoffset': NUMBERS,
  'stroke-opacity': NUMBERS,
  'stop-color': PAINT,
  'stop-opacity': NUMBERS,
  visibility: WORD,
};

const COMMON_ATTRIBUTES: Readonly<Record<string, RegExp>> = { ...PRESENTATION, id: ID, transform: TRANSFORM };

/** The size of the whole drawing, which the page ignores. */
const LENGTH = /^[\d.]+(?:px|pt|pc|mm|cm|in|em|%)?$/;
const BOX = { x: NUMBERS, y: NUMBERS, width: NUMBERS, height: NUMBERS };
const GRADIENT = {
  gradientUnits: WORD,
  gradientTransform: TRANSFORM,
  spreadMethod: WORD,
  href: OWN_LINK,
  'xlink:href': OWN_LINK,
};

/**
 * The attributes specific to each element. `use`, `pattern`, `mask` and `filter` are excluded because a few nested ones
 * expand to a billion shapes, and text because each machine has other fonts.
 */
const OWN_ATTRIBUTES = {
  svg: {
    x: LENGTH,
    y: LENGTH,
    width: LENGTH,
    height: LENGTH,
    viewBox: NUMBERS,
    preserveAspectRatio: /^[A-Za-z\s]{0,30}$/,
  },
  g: {},
  defs: {},
  path: { d: PATH },
  rect: { ...BOX, rx: NUMBERS, ry: NUMBERS },
  circle: { cx: NUMBERS, cy: NUMBERS, r: NUMBERS },
  ellipse: { cx: NUMBERS, cy: NUMBERS, rx: NUMBERS, ry: NUMBERS },
  line: { x1: NUMBERS, y1: NUMBERS, x2: NUMBERS, y2: NUMBERS },
  polyline: { points: NUMBERS },
  polygon: { points: NUMBERS },
  clipPath: { clipPathUnits: WORD },
  linearGradient: { ...GRADIENT, x1: NUMBERS, y1: NUMBERS, x2: NUMBERS, y2: NUMBERS },
  radialGradient: { ...GRADIENT, cx: NUMBERS, cy: NUMBERS, r: NUMBERS, fx: NUMBERS, fy: NUMBERS, fr: NUMBERS },
  stop: { offset: NUMBERS },
} as const satisfies Record<string, Readonly<Record<string, RegExp>>>;

export const SVG_ELEMENTS: ReadonlyMap<string, Readonly<Record<string, RegExp>>> = new Map(
  Object.entries(OWN_ATTRIBUTES).map(([name, own]) => [name, { ...COMMON_ATTRIBUTES, ...own }]),
);

/** Elements of drawing programs and descriptions, which draw no shape and are dropped silently. */
export const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(['title', 'desc', 'metadata']);
const DROPPED_ATTRIBUTES: ReadonlySet<string> = new Set([
  'baseProfile',
  'class',
  'color-interpolation',
  'enable-background',
  'focusable',
  'font-family',
  'font-size',
  'font-weight',
  'overflow',
  'role',
  'shape-rendering',
  'type',
  'vector-effect',
  'version',
]);

/**
 * True for attributes with a namespace prefix such as `inkscape:label`, except links; for `data-…` and `aria-…`; and
 * for those above.
 */
export function isDropped(attribute: string): boolean {
  return (
    DROPPED_ATTRIBUTES.has(attribute) ||
    /^(?:xmlns(?::.*)?|data-.*|aria-.*|xml:.*)$/.test(attribute) ||
    (attribute.includes(':') && attribute !== 'xlink:href')
  );
}
