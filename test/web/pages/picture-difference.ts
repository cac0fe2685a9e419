/**
 * The visible differences between two pictures of a page. Font rendering varies between machines at the edges of
 * letters, which is not a difference; a box that moved by four pixels, changed its size or its colour, or lost its edge
 * is one, and so is a text in another colour. Libraries that count pixels cannot distinguish them: for letters shifted
 * by half a pixel, pixelmatch counts ten times as many as for a button that moved by four.
 */
import type { PNG } from 'pngjs';

export interface Difference {
  /** The sizes of both pictures, if they differ. */
  readonly sizes?: readonly [string, string];
  /** Pixels drawn in one picture where the other has only background, and background in another colour. */
  readonly misplaced: number;
  /** The largest difference of a square's average colour between the pictures, in levels of 256. */
  readonly recoloured: number;
}

/** The radius of background around a pixel: a letter's edge does not move by more between two machines. */
const GROUND_PIXELS = 2;
/** A background may join two that are nearly equal, such as a box's and the form's. */
const GROUND_LEVELS = 8;
/** The palest line of the dark scheme is 17 levels above its background. */
const DRAWN_LEVELS = 12;
/** Two machines may round the same colour differently. */
const PAINTED_LEVELS = 2;
/** Large enough that the edges of the letters in it do not count. */
const SQUARE_PIXELS = 32;

/** A corner's pixels may be drawn differently; the shortest line is longer. */
const MISPLACED_MAX = 16;
/** Letters of another machine change it by up to 6; a heading that turns from red to black by 14. */
const RECOLOURED_MAX = 8;

/** @returns undefined if they look the same */
export function difference(one: PNG, other: PNG): Difference | undefined {
  if (one.width !== other.width || one.height !== other.height) {
    return { sizes: [sizeOf(one), sizeOf(other)], misplaced: 0, recoloured: 0 };
  }
  const misplaced = misplacedPixels(one, other).length;
  const recoloured = mostRecoloured(one, other);
  return misplaced > MISPLACED_MAX || recoloured > RECOLOURED_MAX ? { misplaced, recoloured } : undefined;
}

const sizeOf = ({ width, height }: PNG) => `${width} × ${height}`;

/** @param one of the same size as `other` @returns offsets into their data */
export function misplacedPixels(one: PNG, other: PNG): number[] {
  const found: number[] = [];
  for (let offset = 0; offset < one.data.length; offset += 4) {
    const levels = distance(one.data, offset, other.data, offset);
    const isDrawn = levels > DRAWN_LEVELS && (isGround(one, offset) || isGround(other, offset));
    const isPainted = levels > PAINTED_LEVELS && isGround(one, offset, 0) && isGround(other, offset, 0);
    if (isDrawn || isPainted) {
      found.push(offset);
    }
  }
  return found;
}

/** Whether the pixel has its own colour all around. @param levels by which that may differ */
function isGround({ data, width, height }: PNG, offset: number, levels = GROUND_LEVELS): boolean {
  const [x, y] = [(offset / 4) % width, Math.floor(offset / 4 / width)];
  const [left, right] = [Math.max(0, x - GROUND_PIXELS), Math.min(width - 1, x + GROUND_PIXELS)];
  const [top, bottom] = [Math.max(0, y - GROUND_PIXELS), Math.min(height - 1, y + GROUND_PIXELS)];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      if (distance(data, offset, data, 4 * (row * width + column)) > levels) {
        return false;
      }
    }
  }
  return true;
}

/** @returns the largest difference of a channel */
function distance(one: Buffer, at: number, other: Buffer, otherAt: number): number {
  let largest = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    largest = Math.max(largest, Math.abs((one[at + channel] ?? 0) - (other[otherAt + channel] ?? 0)));
  }
  return largest;
}

/** Squares overlap by half, so that no word is cut into two parts that are too small. */
function mostRecoloured(one: PNG, other: PNG): number {
  let most = 0;
  for (let top = 0; top + SQUARE_PIXELS <= one.height; top += SQUARE_PIXELS / 2) {
    for (let left = 0; left + SQUARE_PIXELS <= one.width; left += SQUARE_PIXELS / 2) {
      most = Math.max(most, recolouredBy(one, other, left, top));
    }
  }
  return Math.round(most * 10) / 10;
}

function recolouredBy(one: PNG, other: PNG, left: number, top: number): number {
  const sums = [0, 0, 0];
  for (let row = top; row < top + SQUARE_PIXELS; row += 1) {
    const start = 4 * (row * one.width + left);
    for (let offset = start; offset < start + 4 * SQUARE_PIXELS; offset += 4) {
      for (let channel = 0; channel < 3; channel += 1) {
        sums[channel] = (sums[channel] ?? 0) + (one.data[offset + channel] ?? 0) - (other.data[offset + channel] ?? 0);
      }
    }
  }
  return Math.max(...sums.map(Math.abs)) / SQUARE_PIXELS ** 2;
}
