import './run.css';
import { Hand, SearchX } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { keysBelongTo } from '../../actions/shortcut.ts';
import { useActions } from '../../actions/registry.ts';
import { useService } from '../../api/service.ts';
import { useKept } from '../../api/use-kept.ts';
import { Button } from '../../ui/Buttons.tsx';
import { focusPageIfNowhere } from '../../ui/focus-now.ts';
import { Message, Unsaved } from '../../ui/Message.tsx';
import { Skeleton } from '../../ui/Loaded.tsx';
import { strings as uiStrings } from '../../ui/strings.ts';
import { Approval } from './Approval.tsx';
import { beginTask } from './ask-agent.ts';
import { taskTitle } from './call-title.ts';
import { Ending, UndoneReport } from './Outcome.tsx';
import { RunHead } from './RunHead.tsx';
import type { FollowedRun } from './run-follower.ts';
import { hasActed, hasEnded, isThinking, stepsOf, waitingCalls } from './run-state.ts';
import { Steer } from './Steer.tsx';
import { Steps } from './Steps.tsx';
import { strings } from './strings.ts';
import { sayDraft, useRun, useRunControl } from './use-run.ts';
import { useIsOwner } from '../../api/use-me.ts';

/** A run, as it goes on. */
export function RunView({ id }: { readonly id: string }): ReactNode {
  const { state, again } = useRun(id);
  const { run } = state;
  return (
    <div className="page run-page">
      <title>{run === null ? strings.title : strings.pageTitle(taskTitle(run.task))}</title>
      {run === null || state.status === 'gone' ? <NotThere state={state} onAgain={again} /> : <Shown id={id} state={state} again={again} />}
    </div>
  );
}

function NotThere({ state: { status, error }, onAgain }: { readonly state: FollowedRun; readonly onAgain: () => void }): ReactNode {
  if (status === 'gone')
    return (
      <Message
        icon={SearchX}
        title={strings.missing}
        level={1}
        action={
          <Link href="/runs" className="button button-plain">
            {strings.back}
          </Link>
        }
      >
        {strings.missingHint}
      </Message>
    );
  if (status === 'offline')
    return (
      <Message icon="cloud" title={uiStrings.waiting} level={1}>
        {uiStrings.waitingHint}
      </Message>
    );
  if (status === 'refused')
    return (
      <Message icon="warning" title={strings.readFailed} level={1} urgent action={<Button onClick={onAgain}>{uiStrings.tryAgain}</Button>}>
        {error?.message ?? ''}
      </Message>
    );
  return (
    <>
      <h1 className="visually-hidden">{strings.heading}</h1>
      <Skeleton />
    </>
  );
}

interface ShownProps {
  readonly id: string;
  readonly state: FollowedRun;
  readonly again: () => void;
}

function Shown({ id, state, again }: ShownProps): ReactNode {
  const [, go] = useLocation();
  const { drafts } = useService();
  const isOwner = useIsOwner();
  const control = useRunControl(id, again, () => {
    go('/runs');
  });
  const { run, calls } = state;
  const waiting = waitingCalls(state);
  useFocusOnApproval(waiting[0]?.id);
  useFollowEnd();
  if (run === null) return null;
  const all = stepsOf(state);
  // A task of one line stands in the heading already.
  const steps = all[0]?.message.content === taskTitle(run.task) ? all.slice(1) : all;
  const canSay = run.status !== 'failed' && run.status !== 'cancelled';
  return (
    <>
      <RunHead
        run={run}
        hasActed={hasActed(state)}
        control={control}
        onAgain={() => {
          beginTask(drafts, run.task);
          go('/runs?new');
        }}
      />
      {state.status === 'offline' && (
        <p className="run-notice" role="status">
          {strings.away}
        </p>
      )}
      {state.status === 'refused' && (
        <div className="run-notice" role="status">
          <p className="run-notice-title">{strings.readFailed}</p>
          <p>{state.error?.message}</p>
          <Button onClick={again}>{uiStrings.tryAgain}</Button>
        </div>
      )}
      <Steps steps={steps} isThinking={isThinking(state)} isOver={hasEnded(run.status)} />
      {waiting.map((call) => (
        <Approval
          key={call.id}
          call={call}
          isDeciding={control.deciding === call.id}
          onDecide={(body) => {
            control.decide({ callId: call.id, body });
          }}
        />
      ))}
      <Ending run={run} isOwner={isOwner} />
      {control.undone !== null && <UndoneReport undone={control.undone} calls={calls} onRedo={control.redo} isBusy={control.isBusy} />}
      {canSay ? <Steer id={id} status={run.status} onSay={control.say} /> : <Unsaid id={id} />}
    </>
  );
}

/** What was being written to a run when it ended. */
function Unsaid({ id }: { readonly id: string }): ReactNode {
  const [text] = useKept(sayDraft(id));
  return <Unsaved text={text.trim()} />;
}

const approvalAt = (callId: string | undefined): HTMLElement | null =>
  callId === undefined ? null : document.querySelector<HTMLElement>(`[data-call="${CSS.escape(callId)}"]`);

/** One that is higher than the page begins at its top edge: what is asked stands first. */
function focusApproval(callId: string | undefined): void {
  const [approval, main] = [approvalAt(callId), document.querySelector('#main')];
  if (approval === null || main === null) return;
  approval.focus({ preventScroll: true });
  // The field at the lower edge covers the rest.
  const room = main.clientHeight - Number.parseFloat(getComputedStyle(main).scrollPaddingBlockEnd);
  approval.scrollIntoView({ block: approval.offsetHeight > room ? 'start' : 'nearest' });
}

/** A new approval takes the focus, unless keys are meant for something else; not one that was there when the page was opened. */
function useFocusOnApproval(callId: string | undefined): void {
  const known = useRef<{ readonly callId: string | undefined }>(null);
  useLayoutEffect(() => {
    const last = known.current;
    known.current = { callId };
    if (last === null || last.callId === callId) return;
    // Between two approvals it is on the page, and not in the field for messages: the next one takes it from there.
    if (callId === undefined) focusPageIfNowhere();
    else if (!keysBelongTo(document.activeElement)) focusApproval(callId);
  }, [callId]);
  useActions([
    {
      id: 'runs.waiting',
      name: strings.keyWaiting,
      group: strings.group,
      icon: Hand,
      shortcut: 'w',
      when: () => callId !== undefined,
      perform: () => {
        focusApproval(callId);
      },
    },
  ]);
}

/** Below this distance from its end, in pixels, the page is taken for looked at there. */
const nearEnd = 64;

/** The page follows what comes while its end is looked at. */
function useFollowEnd(): void {
  const isAtEnd = useRef(false);
  useEffect(() => {
    const main = document.querySelector('#main');
    if (main === null) return undefined;
    const look = (): void => {
      isAtEnd.current = main.scrollTop > 0 && main.scrollHeight - main.scrollTop - main.clientHeight < nearEnd;
    };
    main.addEventListener('scroll', look, { passive: true });
    return () => {
      main.removeEventListener('scroll', look);
    };
  }, []);
  // With each drawing, as in the chat: whatever has grown.
  useEffect(() => {
    const main = document.querySelector('#main');
    if (main !== null && isAtEnd.current) main.scrollTop = main.scrollHeight;
  });
}
