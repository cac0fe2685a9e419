import { useEffect, useRef } from 'preact/hooks';

/**
 * Puts off what a blur would write while a button is being pressed. A press takes the focus from the last box before it
 * is released: an error written in between moves the button away under the finger, and the browser sends no click.
 *
 * @returns runs what it is given at once, or after the press that is under way
 */
export function useAfterPress(): (act: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    // In a turn of its own: the click comes right after the release.
    const release = () => setTimeout(flush);
    const flush = () => {
      isPressed.current = false;
      for (const act of waiting.current.splice(0)) {
        act();
      }
    };
    // A finger's press is told as a pointer's, and once more as a mouse's when it is a tap; the blur comes with the
    // second. What is dragged away or cancelled has no click.
    const listeners = [
      ['pointerdown', press],
      ['mousedown', press],
      ['mouseup', release],
      ['pointerup', release],
      ['pointercancel', release],
      ['dragend', release],
    ] as const;
    for (const [type, listener] of listeners) {
      window.addEventListener(type, listener, true);
    }
    return () => {
      for (const [type, listener] of listeners) {
        window.removeEventListener(type, listener, true);
      }
    };
  }, []);

  return (act) => {
    if (isPressed.current) {
      waiting.current.push(act);
    } else {
      act();
    }
  };
}
