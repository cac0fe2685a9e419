import { useEffect, useRef, useState } from 'preact/hooks';

export interface Paying {
  /** The way to pay whose form is on its way; undefined while none is. */
  readonly way: string | undefined;
  /** Takes the one turn. @returns false when a payment is already on its way */
  begin(way: string): boolean;
}

/**
 * One payment at a time, whichever form sends it. The turn is given back when the payer comes back to this very page
 * (the browser's back-forward cache) or stops it from loading the next one; the server counts attempts and charges
 * none of them twice, so giving it back is safe.
 */
export function usePaying(): Paying {
  const [way, setWay] = useState<string>();
  // Two clicks can come before the first has been drawn, so the turn is kept beside the state as well.
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
