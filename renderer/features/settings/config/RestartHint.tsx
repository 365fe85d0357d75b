import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { strings as settingsStrings } from '../strings.ts';
import { useConfig } from './use-config.ts';
import { locale } from '../../../ui/format.ts';

const list = new Intl.ListFormat(locale, { type: 'conjunction' });

/** Says what waits for a restart; nothing when there is nothing. */
export function RestartHint(): ReactNode {
  const waiting = useConfig().data?.restartRequired ?? [];
  return (
    <div role="status">
      {waiting.length > 0 && (
        <p className="restart-hint">
          <RotateCw aria-hidden="true" />
          {settingsStrings.restartNeeded(list.format(waiting))}
        </p>
      )}
    </div>
  );
}
