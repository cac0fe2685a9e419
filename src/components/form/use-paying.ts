import { useEffect, useRef, useState } from 'preact/hooks';

export interface Paying {
  /** The way to pay whose form is in flight; undefined while none is. */
  readonly way: string | undefined;
  /** Claims the one turn. @returns false when a payment is already in flight */
  begin(way: string): boolean;
}

/**
 * One payment at a time, whichever form sends it. The turn is released when the payer returns to this very page (the
 * browser's back-forward cache) or stops the next page from loading; the server counts attempts and charges none of
 * them twice, so releasing it is safe.
 */
export function usePaying(): Paying {
  const [way, setWay] = useState<string>();
  // Two clicks can arrive before the first is rendered, so a ref holds the turn as well.
  const taken = useRef(false);

  useEffect(() => {
    const restore = () => {
      taken.current = false;
      setWay(undefined);
    };
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) {
        restore();
      }
    };
    const navigation = 'navigation' in window ? window.navigation : undefined;
    window.addEventListener('pageshow', onPageShow);
    navigation?.addEventListener('navigateerror', restore);
    return () => {
      window.removeEventListener('pageshow', onPageShow);
      navigation?.removeEventListener('navigateerror', restore);
    };
  }, []);

  return {
    way,
    begin(begun) {
      if (taken.current) {
        return false;
      }
      taken.current = true;
      setWay(begun);
      return true;
    },
  };
}
