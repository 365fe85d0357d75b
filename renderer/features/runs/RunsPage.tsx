import './runs.css';
import { useState, type ReactNode } from 'react';
import { useRoute } from 'wouter';
import { Bot } from 'lucide-react';
import { useProviders } from '../../api/use-providers.ts';
import { Button } from '../../ui/Buttons.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Message } from '../../ui/Message.tsx';
import { NoModel } from '../../ui/NoModel.tsx';
import { useFocusOnTurn } from '../../ui/use-focus-on-turn.ts';
import { NewRun } from './NewRun.tsx';
import { RunList } from './RunList.tsx';
import { RunView } from './RunView.tsx';
import { strings } from './strings.ts';
import { useIsOwner } from '../../api/use-me.ts';
import { useRuns } from './use-runs.ts';

/** The runs of agents: all of them, or one. */
export function RunsPage(): ReactNode {
  const [, params] = useRoute('/runs/:id');
  const id = params?.['id'];
  useFocusOnTurn(id);
  return id === undefined ? <AllRuns /> : <RunView key={id} id={id} />;
}

/** How many runs are read at first, and more of each time; the service keeps 200. */
const some = 50;

function AllRuns(): ReactNode {
  const [limit, setLimit] = useState(some);
  const runs = useRuns(limit);
  const providers = useProviders(true);
  const isOwner = useIsOwner();
  const canRun = providers.current?.isConfigured;
  // The form had the focus until it was known that there is no model.
  useFocusOnTurn(canRun === false ? 'no model' : 'form');
  return (
    <div className="page runs-page">
      <title>{strings.title}</title>
      <h1 className="page-title">{strings.heading}</h1>
      {canRun === false ? <NoModel title={strings.noModel} isOwner={isOwner} /> : <NewRun providers={providers} isOwner={isOwner} />}
      <Loaded query={runs} failed={strings.listFailed}>
        {({ items, total }) => {
          if (total === 0)
            return canRun === false ? null : (
              <Message icon={Bot} title={strings.empty}>
                {strings.emptyHint}
              </Message>
            );
          return (
            <>
              <RunList runs={items} />
              {items.length < total && (
                <p className="runs-more" role="status">
                  {strings.shownOf(items.length, total)}
                  <Button
                    onClick={() => {
                      setLimit(limit + some);
                    }}
                  >
                    {strings.more}
                  </Button>
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
