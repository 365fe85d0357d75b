import { useEffect, useState } from 'react';
import { useService } from './service.ts';

/**
 * The text of a field that outlives its component, the page and the session, under a name such as `column/ID/card`; empty when nothing is
 * kept.
 */
export function useKept(name: string): readonly [string, (change: string | ((before: string) => string)) => void] {
  const { drafts } = useService();
  const read = (): string => {
    const kept = drafts.read(name);
    return typeof kept === 'string' ? kept : '';
  };
  const [text, setText] = useState(read);
  useEffect(
    () =>
      drafts.onGivenBack((given) => {
        if (given === name) setText(String(drafts.read(name)));
      }),
    [drafts, name],
  );
  return [
    text,
    (change) => {
      const next = typeof change === 'function' ? change(read()) : change;
      if (next === '') drafts.drop(name);
      else drafts.write(name, next);
      setText(next);
    },
  ];
}
