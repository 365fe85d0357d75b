import './keys-sheet.css';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useHasPlainKeys } from '../api/remembered.ts';
import type { Action } from '../actions/action.ts';
import { useRegistry } from '../actions/registry.ts';
import { isTurnedOff } from '../actions/shortcut.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Keys } from '../ui/Hints.tsx';
import { strings } from './strings.ts';

interface KeysSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** All shortcuts of the page that is shown, and of those that are there everywhere. */
export function KeysSheet({ open, onClose }: KeysSheetProps): ReactNode {
  const registry = useRegistry();
  const hasPlainKeys = useHasPlainKeys();
  const actions = useSyncExternalStore(registry.subscribe, registry.all).filter(
    ({ shortcut }) => shortcut !== undefined && !isTurnedOff(shortcut, hasPlainKeys),
  );
  return (
    <Dialog open={open} onClose={onClose} title={strings.showKeys} size="large">
      {/* In a low window arrow keys scroll it. */}
      <div className="keys-sheet" role="group" aria-label={strings.showKeys} tabIndex={0} data-autofocus="true">
        {[...Map.groupBy(actions, ({ group }) => group)].map(([group, members]) => (
          <Group key={group} name={group} actions={members} />
        ))}
      </div>
    </Dialog>
  );
}

function Group({ name, actions }: { readonly name: string; readonly actions: readonly Action[] }): ReactNode {
  return (
    <section className="keys-group">
      <h3>{name}</h3>
      <dl>
        {actions.map((action) => (
          <div key={action.id}>
            <dt>{action.name}</dt>
            <dd>
              <Keys readable shortcut={action.shortcut ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
