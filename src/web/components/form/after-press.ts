/** Runs `act` at once, or after the current press. */
export type AfterPress = (act: () => void) => void;

/**
 * Delays updates on blur while a button is being pressed. A press takes the focus from the last input before the
 * release: an error inserted then would move the button away under the finger, and the browser would not send a click.
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
  // Updates in a later task, since the click follows the release.
  const release = () => setTimeout(flush);
  // Touch sends pointer events, and for a tap also mouse events; the blur comes with the latter. A press that is
  // dragged away or cancelled has no click.
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
