import { Check, ChevronRight, CircleSlash, Clock, LoaderCircle, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunCall } from '../../../main/contract/runs.ts';
import { CallDiffView } from './CallDiffView.tsx';
import { aboutOf, toolName } from './call-title.ts';
import { withUnseen } from './diff-view.ts';
import { strings } from './strings.ts';

const icons: Readonly<Record<RunCall['status'], LucideIcon>> = {
  pending: Clock,
  approved: LoaderCircle,
  running: LoaderCircle,
  denied: CircleSlash,
  done: Check,
  failed: TriangleAlert,
};

/** A tool that was used: a line, and behind it what it was given, what it changed and what came of it. */
export function CallView({ call }: { readonly call: RunCall }): ReactNode {
  const { tool, status, diff, reason, result } = call;
  const Icon = icons[status];
  const about = aboutOf(call);
  return (
    <details className="run-call" data-status={status}>
      <summary>
        <ChevronRight className="run-call-arrow" aria-hidden="true" />
        <Icon className="run-call-icon" aria-hidden="true" />
        <span className="run-call-name">
          {toolName(tool)}
          {about !== '' && <bdi className="run-call-about">{about}</bdi>}
        </span>
        <span className="run-call-status">{strings.callStatus[status]}</span>
      </summary>
      <div className="run-call-body">
        {reason !== null && <p className="run-call-reason">{strings.reason(reason)}</p>}
        {diff !== null && <CallDiffView diff={diff} />}
        <Raw label={strings.arguments} text={argumentsText(call.arguments)} />
        {result !== null && result !== '' && <Raw label={strings.result} text={result} />}
      </div>
    </details>
  );
}

/** As the model gave them. */
export function argumentsText(given: unknown): string {
  return withUnseen(typeof given === 'string' ? given : JSON.stringify(given, null, 2));
}

/** Text of a model or of a record, as it stands. */
export function Raw({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  return (
    <figure className="run-raw">
      <figcaption>{label}</figcaption>
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </figure>
  );
}
