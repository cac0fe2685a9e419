/**
 * Reads an SVG by an allow-list and writes a new one, with only elements known to draw shapes. Scripts, styles,
 * external links and foreign content are refused by name, so that the operator learns the problem of the file.
 */

import type { DrawnPicture } from './drawn-picture.ts';
import { LogoError } from './logo-error.ts';
import { DROPPED_ELEMENTS, isDropped, PRESENTATION, SVG_ELEMENTS } from './svg-rules.ts';
import { readSvgMarkup, type SvgElement } from './xml.ts';

const DECLARATIONS_MAX = 60;
const UNITS_MAX = 100_000;

/** @param file the bytes of an SVG file in UTF-8 @throws LogoError */
export function readSvg(file: Uint8Array): DrawnPicture {
  const root = readSvgMarkup(textOf(file));
  if (root.name !== 'svg') {
    throw new LogoError('it is neither a PNG nor an SVG');
  }
  const [width, height, viewBox] = sizeOf(root.attributes);
  const text = writtenElement(root, ` xmlns="http://www.w3.org/2000/svg"${viewBox}`, false);
  return { type: 'svg', width, height, bytes: Buffer.from(text, 'utf8') };
}

function textOf(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw new LogoError('it is neither a PNG nor an SVG in UTF-8');
  }
}

/** @returns width, height, and a `viewBox` attribute if the drawing lacks one, to keep its proportions */
function sizeOf(attributes: SvgElement['attributes']): [number, number, string] {
  const box = attributes
    .get('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const given = ['width', 'height'].map((side) => Number.parseFloat(attributes.get(side) ?? ''));
  const [width = Number.NaN, height = Number.NaN] = box?.length === 4 ? box.slice(2) : given;
  if (!(width > 0 && height > 0 && width <= UNITS_MAX && height <= UNITS_MAX)) {
    throw new LogoError('the SVG does not say its size: it needs a viewBox');
  }
  const made = box === undefined ? ` viewBox="0 0 ${width} ${height}"` : '';
  // Scales small drawings up, so that each side is at least 1 and the ratio keeps three digits.
  const scale = Math.max(1, 1_000 / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), made];
}

/** @param isClip true inside a clip path, in which a nested one would multiply the work */
function writtenElement(element: SvgElement, extra: string, isClip: boolean): string {
  const { name, children } = element;
  const allowed = SVG_ELEMENTS.get(name);
  if (allowed === undefined || (name === 'svg' && extra === '')) {
    throw new LogoError(`the SVG has <${name.slice(0, 40)}>, which no logo may have`);
  }
  if (element.hasText) {
    throw new LogoError(`the SVG has text in <${name}>: turn text into paths`);
  }
  const attributes = [...allowedAttributes(element, allowed)];
  const clips = isClip || name === 'clipPath';
  if (clips && attributes.some(([key]) => key === 'clip-path')) {
    throw new LogoError('the SVG clips a clip path');
  }
  const inner = children
    .filter((child) => !DROPPED_ELEMENTS.has(child.name) && !child.name.includes(':'))
    .map((child) => writtenElement(child, '', clips))
    .join('');
  const head = attributes.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('');
  return `<${name}${extra}${head}${inner === '' ? '/>' : `>${inner}</${name}>`}`;
}

/** Returns the allowed attributes. The properties in `style` have the same names and take precedence. */
function allowedAttributes(
  element: SvgElement,
  allowed: Readonly<Record<string, RegExp>>,
): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  for (const [given, value] of element.attributes) {
    if (given === 'style' || isDropped(given)) {
      continue;
    }
    const rule = Object.hasOwn(allowed, given) ? allowed[given] : undefined;
    if (rule === undefined || !rule.test(value.trim())) {
      throw new LogoError(
        `the SVG has ${given.slice(0, 40)}="${value.slice(0, 40)}" in <${element.name}>, which no logo may have`,
      );
    }
    // Drops size and position of the whole drawing, since the page sets them.
    if (element.name !== 'svg' || !['width', 'height', 'x', 'y'].includes(given)) {
      shown.set(given === 'xlink:href' ? 'href' : given, value.trim());
    }
  }
  for (const [property, value] of declarations(element.attributes.get('style') ?? '')) {
    shown.set(property, value);
  }
  return shown;
}

/** Drops properties that have no effect here, and refuses values that could fetch or run something. */
function declarations(style: string): [string, string][] {
  return style
    .split(';', DECLARATIONS_MAX)
    .map((one) => one.split(/:(.*)/s).map((part) => part.trim()))
    .flatMap(([property = '', value = '']) => {
      const rule = Object.hasOwn(PRESENTATION, property) ? PRESENTATION[property] : undefined;
      if (rule === undefined && !/[\\(@<]/.test(value)) {
        return [];
      }
      if (rule === undefined || !rule.test(value)) {
        throw new LogoError(
          `the SVG has the style "${property.slice(0, 40)}: ${value.slice(0, 40)}", which no logo may have`,
        );
      }
      return [[property, value]] satisfies [string, string][];
    });
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
