import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RunSummary } from '../../../main/contract/runs.ts';
import { useNow, exactTime, timeSince } from '../../ui/when.ts';
import { taskTitle } from './call-title.ts';
import { StatusPill } from './RunHead.tsx';
import { strings } from './strings.ts';

/** The runs, newest first. */
export function RunList({ runs }: { readonly runs: readonly RunSummary[] }): ReactNode {
  const now = useNow();
  return (
    <ul className="run-list" aria-label={strings.list}>
      {runs.map((run) => (
        <Row key={run.id} run={run} now={now} />
      ))}
    </ul>
  );
}

function Row({ run, now }: { readonly run: RunSummary; readonly now: Date }): ReactNode {
  const { id, task, status, createdAt, usage, model, error } = run;
  const tokens = usage.promptTokens + usage.completionTokens;
  return (
    <li className="run-row" data-status={status}>
      <Link href={`/runs/${id}`} className="run-link">
        <bdi className="run-task">{taskTitle(task)}</bdi>
        <StatusPill status={status} />
      </Link>
      <p className="run-details dotted">
        <time dateTime={createdAt} title={exactTime(createdAt)}>
          {timeSince(createdAt, now)}
        </time>
        {model !== null && <span>{model}</span>}
        {/* Told anew with each state, not with each step. */}
        {status !== 'running' && <span>{strings.tokens(tokens, usage.isEstimate)}</span>}
        {error !== null && <span className="run-error">{error.message}</span>}
      </p>
    </li>
  );
}
