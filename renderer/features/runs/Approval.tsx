import { Hand } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { isComposing } from '../../actions/shortcut.ts';
import { runLimits } from '../../../main/contract/limits.ts';
import type { Decision, RunCall } from '../../../main/contract/runs.ts';
import { Button } from '../../ui/Buttons.tsx';
import { CallDiffView } from './CallDiffView.tsx';
import { callTitle, toolName } from './call-title.ts';
import { argumentsText, Raw } from './CallView.tsx';
import { strings } from './strings.ts';

interface ApprovalProps {
  readonly call: RunCall;
  /** The decision is on its way. */
  readonly isDeciding: boolean;
  readonly onDecide: (decision: Decision) => void;
}

/** A call that waits for a decision: what it would do, and the choice. */
export function Approval({ call, isDeciding, onDecide }: ApprovalProps): ReactNode {
  const [isDenying, setDenying] = useState(false);
  const deny = useRef<HTMLButtonElement>(null);
  return (
    <section className="approval" aria-label={strings.approvalOf(callTitle(call))} data-call={call.id} tabIndex={-1}>
      <p className="approval-head">
        <Hand aria-hidden="true" />
        <span>
          <strong>{toolName(call.tool)}</strong> <span className="approval-asks">{strings.asks}</span>
        </span>
      </p>
      {call.diff === null ? (
        <Raw label={strings.noDiff} text={argumentsText(call.arguments)} />
      ) : (
        <>
          <CallDiffView diff={call.diff} />
          <details className="approval-arguments">
            <summary>{strings.arguments}</summary>
            <pre tabIndex={0} aria-label={strings.arguments}>
              {argumentsText(call.arguments)}
            </pre>
          </details>
        </>
      )}
      {isDenying ? (
        <DenyForm
          isDeciding={isDeciding}
          onDeny={(reason) => {
            onDecide({ decision: 'deny', ...(reason === '' ? {} : { reason }) });
          }}
          onBack={() => {
            setDenying(false);
            requestFocus(deny);
          }}
        />
      ) : (
        <div className="approval-actions">
          <Button
            primary
            disabled={isDeciding}
            onClick={() => {
              onDecide({ decision: 'once' });
            }}
          >
            {strings.once}
          </Button>
          <Button
            disabled={isDeciding}
            title={strings.runHint(toolName(call.tool))}
            onClick={() => {
              onDecide({ decision: 'run' });
            }}
          >
            {strings.run}
          </Button>
          <Button
            ref={deny}
            disabled={isDeciding}
            onClick={() => {
              setDenying(true);
            }}
          >
            {strings.deny}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The button is drawn with the next rendering. */
function requestFocus(button: RefObject<HTMLButtonElement | null>): void {
  queueMicrotask(() => {
    button.current?.focus();
  });
}

interface DenyFormProps {
  readonly isDeciding: boolean;
  readonly onDeny: (reason: string) => void;
  readonly onBack: () => void;
}

function DenyForm({ isDeciding, onDeny, onBack }: DenyFormProps): ReactNode {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return (
    <form
      className="approval-deny"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(reason.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        onBack();
      }}
    >
      <input
        ref={field}
        className="input"
        aria-label={strings.denyWhy}
        placeholder={strings.denyWhy}
        maxLength={runLimits.reason}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value);
        }}
      />
      <div className="approval-actions">
        <Button type="submit" tone="danger" disabled={isDeciding}>
          {strings.deny}
        </Button>
        <Button onClick={onBack}>{strings.denyBack}</Button>
      </div>
    </form>
  );
}
