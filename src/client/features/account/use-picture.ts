// Looks at the picture of an address that is being typed: only when the typing pauses, so that half an address asks no
// stranger's server.
import { useEffect, useState } from 'react';

/** Milliseconds. */
const PAUSE = 400;

const canBePicture = (address: string) => /^https?:\/\/[^/]/i.test(address) && URL.canParse(address);

/** `src` is what can be shown, if anything; `isBroken` when nothing came from there. */
export type Picture = { src: string | null; isBroken: boolean };

/** @param typed an address, or anything on the way to one. */
export function usePicture(typed: string): Picture {
  const [address, setAddress] = useState(typed.trim());
  const [broken, setBroken] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAddress(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const src = canBePicture(address) ? address : null;
  useEffect(() => {
    if (src === null) return;
    const probe = new Image();
    probe.referrerPolicy = 'no-referrer';
    probe.onerror = () => setBroken(src);
    probe.src = src;
    return () => {
      probe.onerror = null;
    };
  }, [src]);
  return { src, isBroken: src !== null && broken === src };
}
