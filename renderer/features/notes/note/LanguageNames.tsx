import { useEffect, useState, type ReactNode } from 'react';

/** The languages that code blocks suggest. They come with the grammars, after the note itself. */
export function LanguageNames(): ReactNode {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => {
      void import('../editor/grammars.ts')
        .then(({ languages }) => {
          setNames(languages);
        })
        .catch(() => undefined);
    }, 2_000);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <datalist id="code-languages">
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
