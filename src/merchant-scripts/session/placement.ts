/** Keeps a frame exactly over the page's input, which stays where it is: nothing of the page moves. */
import type { PageInput } from './page-input.ts';

/**
 * A frame is out of the flow, where the flow would have put it: so it moves with whatever stands before it, and a
 * translation leads it from there over its input, whichever way the page writes.
 */
const BASE = {
  position: 'absolute',
  margin: '0',
  border: '0',
  padding: '0',
  maxWidth: 'none',
  maxHeight: 'none',
  minWidth: '0',
  minHeight: '0',
  background: 'transparent',
  display: 'block',
  float: 'none',
  boxSizing: 'content-box',
  transition: 'none',
  // A frame of another color scheme than its document is not transparent.
  colorScheme: 'light',
} as const;

/** Browsers round places to fractions of a pixel. */
const PIXELS_MIN = 0.1;

export class Placement {
  readonly #frame: HTMLIFrameElement;
  readonly #input: PageInput;
  #size = { width: 0, height: 0 };
  #moved = { x: 0, y: 0 };

  constructor(frame: HTMLIFrameElement, input: PageInput) {
    this.#frame = frame;
    this.#input = input;
    Object.assign(frame.style, BASE);
    input.insertAdjacentElement('afterend', frame);
    this.adjust();
  }

  /** After anything has moved. Where all is in its place nothing is written. */
  adjust(): void {
    if (this.#size.width === 0) {
      this.#resize(this.#input.offsetWidth, this.#input.offsetHeight);
    }
    const wanted = this.#input.getBoundingClientRect();
    const before = this.#frame.getBoundingClientRect();
    // In a parent that is scaled or zoomed a pixel of the layout is another one on the screen.
    const scale = before.width / this.#size.width || 1;
    this.#resize(wanted.width / scale, wanted.height / scale);
    const { left, top } = this.#frame.getBoundingClientRect();
    this.#translate(this.#moved.x + (wanted.left - left) / scale, this.#moved.y + (wanted.top - top) / scale);
  }

  #resize(width: number, height: number): void {
    if (isOther(width, this.#size.width) || isOther(height, this.#size.height)) {
      this.#size = { width, height };
      Object.assign(this.#frame.style, { width: `${width}px`, height: `${height}px` });
    }
  }

  #translate(x: number, y: number): void {
    if (isOther(x, this.#moved.x) || isOther(y, this.#moved.y)) {
      this.#moved = { x, y };
      this.#frame.style.transform = `translate(${x}px, ${y}px)`;
    }
  }
}

function isOther(one: number, other: number): boolean {
  return Math.abs(one - other) > PIXELS_MIN;
}
