/** Runs what it is given at once, or after the press that is under way. */
export type AfterPress = (act: () => void) => void;

/**
 * Puts off what a blur would write while a button is being pressed. A press takes the focus from the last box before it
 * is released: an error written in between moves the button away under the finger, and the browser sends no click.
 */
export function watchPresses(): AfterPress {
  let isPressed = false;
  const waiting: (() => void)[] = [];
  const press = () => {
    isPressed = true;
  };
  const flush = () => {
    isPressed = false;
    for (const act of waiting.splice(0)) {
      act();
    }
  };
  // In a turn of its own: the click comes right after the release.
  const release = () => setTimeout(flush);
  // A finger's press is told as a pointer's, and once more as a mouse's when it is a tap; the blur comes with the
  // second. What is dragged away or cancelled has no click.
  for (const type of ['pointerdown', 'mousedown']) {
    addEventListener(type, press, true);
  }
  for (const type of ['mouseup', 'pointerup', 'pointercancel', 'dragend']) {
    addEventListener(type, release, true);
  }
  return (act) => {
    if (isPressed) {
      waiting.push(act);
    } else {
      act();
    }
  };
}
