/**
 * Small drawings of our own, 30 by 20 units, as the inside of an SVG symbol. Those of card brands suggest each scheme
 * by shapes, colours and initials: the schemes own their logos, which are not copied. By default, lines are two units
 * wide and shapes are not filled.
 */
import type { CardBrand } from '../../../contract/card-rules.ts';

const disc = (x: number, color: string, more = '') => `<circle cx="${x}" cy="10" r="6" fill="${color}"${more}/>`;
const field = (color: string) => `<path fill="${color}" d="M0 0h30v20H0z"/>`;
const lines = (color: string, d: string) => `<path stroke="${color}" d="${d}"/>`;
const shape = (color: string, d: string) => `<path fill="${color}" d="${d}"/>`;

export const BRAND_DRAWINGS: Readonly<Record<CardBrand, string>> = {
  VISA: field('#1a2a80') + shape('#f2b01e', 'M0 16h30v4H0z') + lines('#fff', 'M10 3l4 9 7-9'),
  MASTERCARD: disc(11, '#d9222a') + disc(19, '#f0a02e', ' fill-opacity=".85"'),
  AMEX: field('#0770c2') + lines('#fff', 'M4 15l4-10 4 10M6 11h5M17 5l8 10M25 5l-8 10'),
  DINERS_CLUB: disc(15, '#0a5796') + shape('#fff', 'M13.5 6v8a4.2 4.2 0 0 1 0-8zM16.5 6v8a4.2 4.2 0 0 0 0-8z'),
  DISCOVER: lines('#222', 'M5 5h3a5 5 0 0 1 0 10H5z') + disc(21, '#f27712'),
  JCB: shape('#0b4ea2', 'M4 4h6v12H4z') + shape('#c8102e', 'M12 4h6v12h-6z') + shape('#1f8a3b', 'M20 4h6v12h-6z'),
  CHINA_UNIONPAY:
    shape('#d7182a', 'M6 3h6L9 17H3z') + shape('#0e4a87', 'M14 3h6l-3 14h-6z') + shape('#01798a', 'M22 3h6l-3 14h-6z'),
  MAESTRO: disc(11, '#d9222a') + disc(19, '#0f79c7', ' fill-opacity=".85"'),
  UATP: field('#12284c') + lines('#fff', 'M5 5v5a4 4 0 0 0 8 0V5') + shape('#fff', 'M17 13l9-7-4 9z'),
};

const CARD = '<rect x="1" y="1" width="28" height="18" rx="3" stroke="currentColor"/>';
const strokedPath = (d: string) => `<path stroke="currentColor" stroke-linecap="round" d="${d}"/>`;

/** The place of a card's security code: three digits on the stripe of its back, or four on its front. */
export const CODE_DRAWINGS = {
  back: `${CARD}<path fill="currentColor" d="M1 4h28v4H1z"/>${strokedPath('M17 14h.1M21 14h.1M25 14h.1')}`,
  front: `${CARD}<path fill="currentColor" d="M5 10h5v5H5z"/>${strokedPath('M13 6h.1M17 6h.1M21 6h.1M25 6h.1')}`,
} as const;

export const LOCK_DRAWING =
  '<path fill="currentColor" d="M7 9h16v10H7z"/><path stroke="currentColor" d="M11 9V6a4 4 0 0 1 8 0v3"/>';
