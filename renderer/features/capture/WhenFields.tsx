import type { ReactNode } from 'react';
import { DateInput } from '../../ui/Field.tsx';
import { whenWithStart, type When } from './moment.ts';
import { strings } from './strings.ts';

/** When an event takes place. */
export function WhenFields({ when, onChange }: { readonly when: When; readonly onChange: (when: When) => void }): ReactNode {
  return (
    <>
      <label className="capture-when">
        {strings.date}
        <input
          type="date"
          className="input"
          max="9999-12-31"
          value={when.date}
          onChange={({ target }) => {
            onChange({ ...when, date: target.value });
          }}
        />
      </label>
      <label className="capture-when">
        {strings.start}
        <DateInput
          type="time"
          className="input"
          value={when.start}
          onChange={(start) => {
            onChange(whenWithStart(when, start));
          }}
        />
      </label>
      <label className="capture-when">
        {strings.end}
        <input
          type="time"
          className="input"
          disabled={when.start === ''}
          value={when.start === '' ? '' : when.end}
          onChange={({ target }) => {
            onChange({ ...when, end: target.value });
          }}
        />
      </label>
      {when.start === '' && <p className="capture-hint">{strings.allDayHint}</p>}
    </>
  );
}
