import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Card } from '../Card.tsx';
import { aboutStrings } from '../part-strings.ts';

interface Licence {
  readonly name: string;
  readonly version: string;
  /** As in `MIT`. */
  readonly identifier?: string;
  readonly text?: string;
}

/** What was gathered when the page was built. Throws when there is none. */
async function readLicences(signal: AbortSignal): Promise<readonly Licence[]> {
  const response = await fetch('/licenses.json', { signal });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as readonly Licence[];
}

/** The packages of which the page is made, each with its licence. */
export function Licences(): ReactNode {
  const query = useQuery({ queryKey: ['licences'], queryFn: ({ signal }) => readLicences(signal), meta: { fixed: true } });
  const [typed, setTyped] = useState('');
  return (
    <Card title={aboutStrings.licences} hint={query.data === undefined ? undefined : aboutStrings.licencesHint(query.data.length)}>
      <Loaded query={query} failed={aboutStrings.licencesFailed}>
        {(licences) => {
          const fitting = licences.filter(({ name }) => name.includes(typed.trim().toLowerCase()));
          return (
            <>
              <input
                className="input"
                type="search"
                aria-label={aboutStrings.search}
                placeholder={aboutStrings.search}
                value={typed}
                onChange={({ target }) => {
                  setTyped(target.value);
                }}
              />
              <ul className="rows licences">
                {fitting.map((licence) => (
                  <Entry key={`${licence.name}@${licence.version}`} licence={licence} />
                ))}
              </ul>
              {fitting.length === 0 && <p className="settings-hint">{aboutStrings.noMatch}</p>}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Entry({ licence: { name, version, identifier, text } }: { readonly licence: Licence }): ReactNode {
  return (
    <li>
      <details className="licence">
        <summary>
          <span className="row-name">{name}</span>{' '}
          <span className="row-detail">
            {version}
            {identifier === undefined ? '' : ` · ${identifier}`}
          </span>
        </summary>
        {text === undefined ? <p className="settings-hint">{aboutStrings.noText}</p> : <pre>{text}</pre>}
      </details>
    </li>
  );
}
