import { useEffect, useRef, useState } from 'preact/hooks';

export interface Paying {
  readonly busy: boolean;
  /** Takes the one turn. @returns false when a payment is already on its way */
  begin(): boolean;
}

/**
 * One payment at a time, whichever form sends it. The turn is given back when the payer comes back to this very page
 * (the browser's back-forward cache) or stops it from loading the next one; the server counts attempts and charges
 * none of them twice, so giving it back is safe.
 */
export function usePaying(): Paying {
  const [busy, setBusy] = useState(false);
  // Two clicks can come before the first has been drawn, so the turn is kept beside the state as well.
  const taken = useRef(false);

  useEffect(() => {
    const giveBack = () => {
      taken.current = false;
      setBusy(false);
    };
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) giveBack();
    };
    const navigation = 'navigation' in window ? window.navigation : undefined;
    window.addEventListener('pageshow', onPageShow);
    navigation?.addEventListener('navigateerror', giveBack);
    return () => {
      window.removeEventListener('pageshow', onPageShow);
      navigation?.removeEventListener('navigateerror', giveBack);
    };
  }, []);

  return {
    busy,
    begin() {
      if (taken.current) return false;
      taken.current = true;
      setBusy(true);
      return true;
    },
  };
}
