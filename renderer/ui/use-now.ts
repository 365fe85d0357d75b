import { useEffect, useState } from 'react';

const minute = 60_000;

/** The time, renewed at every full minute and whenever the page comes back into sight (the machine may have slept). */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      clearTimeout(timer);
      setNow(new Date());
      timer = setTimeout(tick, minute - (Date.now() % minute));
    };
    tick();
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}
