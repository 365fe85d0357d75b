import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { strings as settingsStrings } from '../strings.ts';
import { strings } from './strings.ts';
import { useConfig } from './use-config.ts';
import { locale } from '../../../ui/format.ts';

const list = new Intl.ListFormat(locale, { type: 'conjunction' });

/** Says what waits for a restart, and why the file cannot be read; nothing when there is nothing. */
export function RestartHint(): ReactNode {
  const { data } = useConfig();
  const waiting = data?.restartRequired ?? [];
  const error = data?.error ?? null;
  return (
    <div role="status">
      {error !== null && (
        <p className="restart-hint">
          <TriangleAlert aria-hidden="true" />
          <span>{strings.unreadable(error)}</span>
        </p>
      )}
      {waiting.length > 0 && (
        <p className="restart-hint">
          <RotateCw aria-hidden="true" />
          <span>{settingsStrings.restartNeeded(list.format(waiting))}</span>
        </p>
      )}
    </div>
  );
}
