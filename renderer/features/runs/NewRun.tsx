import './new-run.css';
import { Bot, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { isComposing } from '../../actions/shortcut.ts';
import { runDefaults, runLimits } from '../../../main/contract/limits.ts';
import type { RunSummary } from '../../../main/contract/runs.ts';
import { useActions } from '../../actions/registry.ts';
import { ServiceError } from '../../api/client.ts';
import { useKept } from '../../api/use-kept.ts';
import type { Providers } from '../../api/use-providers.ts';
import { Button } from '../../ui/Buttons.tsx';
import { Field } from '../../ui/Field.tsx';
import { ProviderChoice } from '../../ui/ProviderChoice.tsx';
import { readSetting, writeSetting } from '../../api/remembered.ts';
import { Select } from '../../ui/Select.tsx';
import { useFirstFault } from '../../ui/use-first-fault.ts';
import { useTextHeight } from '../../ui/use-text-height.ts';
import { taskDraft } from './ask-agent.ts';
import { createRunBody, wholeNumber } from './new-run.ts';
import { strings } from './strings.ts';
import { useCreateRun, useIsStarting, useWorkspaceRoot } from './use-runs.ts';

type Approval = RunSummary['approval'];

const approvalSetting = 'runs.approval';

interface NewRunProps {
  readonly providers: Providers;
  readonly isOwner: boolean;
}

/** The form for a new task. Ctrl+Enter starts it. */
export function NewRun({ providers, isOwner }: NewRunProps): ReactNode {
  const [, go] = useLocation();
  const [task, setTask] = useKept(taskDraft);
  const [approval, setApproval] = useState<Approval>(() => (readSetting(approvalSetting) === 'auto-safe' ? 'auto-safe' : 'ask'));
  const [more, setMore] = useState({ workspaceRoot: '', maxSteps: '', maxTokens: '' });
  // A second attempt at the same thing makes no second run.
  const [attempt, setAttempt] = useState({ sent: '', key: crypto.randomUUID() });
  const field = useRef<HTMLTextAreaElement>(null);
  useWantedFocus(field);
  useTextHeight(field, task);
  const create = useCreateRun((sent) => {
    // What was typed since is another task.
    setTask((now) => (now.trim() === sent.task ? '' : now));
  });
  const isStarting = useIsStarting();
  const showKept = useEffectEvent(() => {
    setTask((now) => now);
  });
  // What an earlier form has sent, it takes out of what is kept.
  useEffect(() => {
    if (!isStarting) showKept();
  }, [isStarting]);
  const provider = providers.current === undefined || providers.current.isActive ? null : providers.current.id;
  const element = useRef<HTMLFormElement>(null);
  useFirstFault(
    element,
    useMemo(() => (create.error === null ? {} : { form: create.error }), [create.error]),
  );
  const body = createRunBody({ task, provider, model: providers.model, approval, ...more });
  const start = (): void => {
    if (body === null || isStarting) return;
    const sent = JSON.stringify(body);
    const key = sent === attempt.sent ? attempt.key : crypto.randomUUID();
    setAttempt({ sent, key });
    create.mutate(
      { body, key },
      {
        // Not called where the user has gone to another page meanwhile.
        onSuccess: ({ id }) => {
          go(`/runs/${id}`);
        },
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    start();
  };
  return (
    <form
      ref={element}
      className="new-run"
      aria-label={strings.newRun}
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <Field label={strings.task}>
        {(ties) => (
          <textarea
            {...ties}
            ref={field}
            className="input new-run-task"
            dir="auto"
            rows={3}
            placeholder={strings.taskHint}
            value={task}
            onChange={({ target }) => {
              setTask(target.value);
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <div className="new-run-choices">
        <Select<Approval>
          label={strings.approval}
          value={approval}
          options={(['ask', 'auto-safe'] as const).map((value) => ({ value, name: strings.approvals[value] }))}
          onChange={(value) => {
            writeSetting(approvalSetting, value === 'ask' ? null : value);
            setApproval(value);
          }}
        />
        <ProviderChoice providers={providers} tone="plain" />
        <Button primary type="submit" disabled={body === null || isStarting}>
          <Play aria-hidden="true" />
          {isStarting ? strings.starting : strings.start}
        </Button>
      </div>
      <p className="new-run-hint">{strings.approvalHint[approval]}</p>
      <More isOwner={isOwner} values={more} onChange={setMore} error={create.error} />
      {create.error !== null && <Refusal error={create.error} isOwner={isOwner} />}
    </form>
  );
}

/** Puts the focus into the field when the page was opened for a new task, and on the key for that. */
function useWantedFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  const [query, setQuery] = useSearchParams();
  const isWanted = query.has('new');
  const focus = (): void => {
    const area = field.current;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  };
  useEffect(() => {
    if (!isWanted) return;
    focus();
    setQuery({}, { replace: true });
  });
  useActions([{ id: 'runs.new', name: strings.keyNew, group: strings.group, icon: Bot, shortcut: 'c', listed: 'keys', perform: focus }]);
}

interface MoreValues {
  readonly workspaceRoot: string;
  readonly maxSteps: string;
  readonly maxTokens: string;
}

interface MoreProps {
  readonly isOwner: boolean;
  readonly values: MoreValues;
  readonly onChange: (values: MoreValues) => void;
  readonly error: Error | null;
}

function More({ isOwner, values, onChange, error }: MoreProps): ReactNode {
  const root = useWorkspaceRoot(isOwner);
  const fault = (path: string): string | null => {
    const found = error instanceof ServiceError ? error.problem?.errors?.find((each) => each.path === path) : undefined;
    return found === undefined ? null : strings.refused(found.message);
  };
  const number = (name: 'maxSteps' | 'maxTokens', label: string, hint: string, least: number, most: number): ReactNode => (
    <Field
      label={label}
      hint={hint}
      problem={wholeNumber(values[name], least, most) === undefined ? strings.badNumber(least, most) : fault(name)}
    >
      {(ties) => (
        <input
          {...ties}
          className="input"
          inputMode="numeric"
          value={values[name]}
          onChange={({ target }) => {
            onChange({ ...values, [name]: target.value });
          }}
        />
      )}
    </Field>
  );
  return (
    <details className="new-run-more">
      <summary>{strings.options}</summary>
      <div className="new-run-fields">
        {isOwner && (
          <Field label={strings.folder} hint={strings.folderHint(root)} problem={fault('workspaceRoot')}>
            {(ties) => (
              <input
                {...ties}
                className="input"
                spellCheck={false}
                autoCapitalize="off"
                value={values.workspaceRoot}
                onChange={({ target }) => {
                  onChange({ ...values, workspaceRoot: target.value });
                }}
              />
            )}
          </Field>
        )}
        {number('maxSteps', strings.maxSteps, strings.maxStepsHint(runDefaults.steps, runLimits.steps), 1, runLimits.steps)}
        {number('maxTokens', strings.maxTokens, strings.maxTokensHint(runDefaults.tokens), runLimits.minTokens, runLimits.tokens)}
      </div>
    </details>
  );
}

function Refusal({ error, isOwner }: { readonly error: Error; readonly isOwner: boolean }): ReactNode {
  const settingsHelp = error instanceof ServiceError && (error.status === 503 || error.status === 502);
  return (
    <div className="run-failure" role="alert">
      <p className="run-failure-title">{strings.startFailed}</p>
      <p>{error.message}</p>
      {settingsHelp && isOwner && <Link href="/settings/models">{strings.openSettings}</Link>}
    </div>
  );
}
