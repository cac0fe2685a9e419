/** Keeps a frame exactly over the page's input, without changing the page's layout. */
import type { PageInput } from './page-input.ts';

/**
 * The frame is absolutely positioned without offsets, at its static position, so that it moves with the content before
 * it; a translation moves it from there over its input, in any writing direction.
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
  // A frame with another colour scheme than its document is not transparent.
  colorScheme: 'light',
} as const;

/** Differences below this are rounding of the browser. */
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

  /** Adjusts the frame after a change of the layout. Writes no style if the frame is in place. */
  adjust(): void {
    if (this.#size.width === 0) {
      this.#resize(this.#input.offsetWidth, this.#input.offsetHeight);
    }
    const wanted = this.#input.getBoundingClientRect();
    const before = this.#frame.getBoundingClientRect();
    // In a scaled or zoomed parent, a CSS pixel of the layout has another size on the screen.
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
