import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react';
import { textLimits } from '../../../../main/contract/limits.ts';
import { Button, SaveButton } from '../../../ui/Buttons.tsx';
import { BusyFields } from '../../../ui/BusyFields.tsx';
import { FieldProblem } from '../../../ui/Field.tsx';
import { PhraseChips } from '../../../ui/phrases/PhraseChips.tsx';
import { preloadPhrases } from '../../../ui/phrases/use-phrase.ts';
import { RestoredNotice } from '../../../ui/Message.tsx';
import { useFirstFault } from '../../../ui/use-first-fault.ts';
import type { NewEventTimes } from '../address.ts';
import { CalendarField } from '../dialog/CalendarField.tsx';
import { RepeatField } from '../dialog/RepeatField.tsx';
import { useEventForm, useFormState, type FormState } from '../dialog/use-event-form.ts';
import { timesAt, type EventFields } from '../event-fields.ts';
import type { EventTimes } from '../moves.ts';
import { spanOf } from '../spans.ts';
import { strings, quickStrings } from '../strings.ts';
import { calendarZone } from '../zones.ts';
import { QuickTimes } from './QuickTimes.tsx';
import type { QuickControl } from './use-quick.ts';

interface QuickFormProps {
  /** What it begins with; the same object for good. */
  readonly begun: EventFields;
  readonly control: QuickControl;
  readonly onState: (state: FormState) => void;
  /** Goes on in the whole form, with all that is filled in. */
  readonly onMore: (span: NewEventTimes) => void;
}

/** The few fields that most events need. */
export function QuickForm({ begun, control, onState, onMore }: QuickFormProps): ReactNode {
  const { end, tell, onMove } = control;
  const form = useEventForm(null, begun, end);
  const { fields, faults, text, change } = form;
  const problemId = useId();
  const element = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLInputElement>(null);
  useFirstFault(element, faults);
  const move = useEffectEvent((times: EventTimes) => {
    const timeZone = times.isAllDay ? fields.timeZone : calendarZone();
    change({ ...fields, ...timesAt(times, timeZone), timeZone });
  });
  useEffect(() => {
    void preloadPhrases();
    return onMove((times) => {
      move(times);
    });
  }, [onMove]);
  useEffect(() => {
    tell(form.isSaving ? null : fields);
  }, [tell, fields, form.isSaving]);
  useFormState(form, true, onState);
  const problem = faults.form ?? faults.title ?? null;
  return (
    <form
      ref={element}
      className="quick-form"
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        form.save();
      }}
    >
      <BusyFields isBusy={form.isSaving}>
        {form.isRestored && <RestoredNotice onDiscard={form.takeTheirs} />}
        <div className="quick-title">
          <input
            ref={title}
            className="input event-form-title"
            data-autofocus
            aria-label={strings.titleField}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : problemId}
            placeholder={quickStrings.hint}
            maxLength={textLimits.title}
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              form.setText(target.value);
            }}
          />
          {problem !== null && <FieldProblem id={problemId} text={problem} />}
          <PhraseChips text={text} understood={form.understood} timeZone={fields.timeZone} onKeep={form.keep} field={title} />
        </div>
        <QuickTimes fields={fields} faults={faults} onChange={change} />
        <RepeatField fields={fields} problem={faults.repeat ?? null} onChange={(repeat) => change({ ...fields, repeat })} />
        <CalendarField
          calendarId={fields.calendarId ?? ''}
          onChange={(calendarId) => {
            change({ ...fields, calendarId });
          }}
        />
      </BusyFields>
      <div className="quick-foot">
        <Button
          tone="quiet"
          onClick={() => {
            change(fields);
            onMore(spanOf(fields));
          }}
        >
          {quickStrings.more}
        </Button>
        <SaveButton isSaving={form.isSaving}>{strings.save}</SaveButton>
      </div>
    </form>
  );
}
