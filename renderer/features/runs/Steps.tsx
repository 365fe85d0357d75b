import { memo, type ReactNode } from 'react';
import { Markdown } from '../../ui/markdown/Markdown.tsx';
import { CallView } from './CallView.tsx';
import type { RunStep } from './run-state.ts';
import { strings } from './strings.ts';

interface StepsProps {
  readonly steps: readonly RunStep[];
  /** The model is expected to write. */
  readonly isThinking: boolean;
  /** It has ended: nothing more is written by itself. */
  readonly isOver: boolean;
}

/** What was said and done, in order. What waits for a decision is shown apart. */
export function Steps({ steps, isThinking, isOver }: StepsProps): ReactNode {
  return (
    // Each word of it read out would be noise: states and decisions are announced.
    <div className="run-steps" role="log" aria-live="off" aria-label={strings.conversation} aria-busy={isThinking}>
      {steps.map(({ message, calls }, index) => (
        <StepView
          key={message.id}
          role={message.role}
          content={message.content}
          calls={calls}
          isCut={!message.isWhole && (isOver || index < steps.length - 1)}
        />
      ))}
      {isThinking && (
        <p className="run-thinking">
          <span className="writing-dot" aria-hidden="true" />
          {strings.thinking}
        </p>
      )}
    </div>
  );
}

interface StepViewProps {
  readonly role: RunStep['message']['role'];
  readonly content: string;
  readonly calls: RunStep['calls'];
  /** The model was cut off while it wrote this. */
  readonly isCut: boolean;
}

const StepView = memo(
  ({ role, content, calls, isCut }: StepViewProps): ReactNode => {
    if (role === 'user')
      return (
        <article className="run-said" aria-label={strings.you}>
          <p dir="auto">{content}</p>
        </article>
      );
    const shown = calls.filter(({ status }) => status !== 'pending');
    if (content === '' && shown.length === 0) return null;
    return (
      <article className="run-answer" aria-label={strings.agent}>
        {content !== '' && <Markdown text={content} />}
        {content !== '' && isCut && <p className="run-cut">{strings.cut}</p>}
        {shown.map((call) => (
          <CallView key={call.id} call={call} />
        ))}
      </article>
    );
  },
  (before, after) =>
    before.content === after.content &&
    before.isCut === after.isCut &&
    before.calls.length === after.calls.length &&
    before.calls.every((call, index) => call === after.calls[index]),
);
StepView.displayName = 'StepView';
