import './call-diff.css';
import { ArrowRight } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { eventPath, notePath } from '../../../main/contract/page-paths.ts';
import type { CallDiff, UndoneRecord } from '../../../main/contract/runs.ts';
import { DiffParts } from '../../ui/DiffParts.tsx';
import { diffText } from '../../ui/line-diff.ts';
import { recordTitle } from './call-title.ts';
import { isText, valueText, withUnseen, type FieldChange } from './diff-view.ts';
import { strings } from './strings.ts';

/** What a call would change, or has changed, field by field; of an undo record by record. */
export function CallDiffView({ diff }: { readonly diff: CallDiff }): ReactNode {
  const { type, action, changes, records } = diff;
  return (
    <div className="call-diff">
      <Head type={type} action={action} id={diff.id} title={recordTitle(diff)} />
      {changes.length === 0 && diff.changesLeftOut === undefined && action !== 'undo' && action !== 'trash' && (
        <p className="call-diff-none">{strings.nothingChanges}</p>
      )}
      <Fields changes={changes} leftOut={diff.changesLeftOut} />
      {records !== undefined && (
        <ul className="call-diff-records">
          {records.map((record) => (
            <li key={`${record.type} ${record.id}`} className="call-diff">
              <Head type={record.type} action={record.action} id={record.id} title={recordTitle(record)} />
              <Fields changes={record.changes} leftOut={record.changesLeftOut} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface HeadProps {
  readonly type: CallDiff['type'] | UndoneRecord['type'];
  readonly action: CallDiff['action'] | UndoneRecord['action'];
  readonly id: string | null;
  readonly title: string;
}

/** What becomes of which record: its title is a link where it is there already and has a page of its own. */
function Head({ type, action, id, title }: HeadProps): ReactNode {
  const place = action === 'restore' ? null : placeOf(type, id);
  return (
    <p className="call-diff-head">
      <span className="call-diff-action" data-action={action}>
        {strings.actions[action]}
      </span>
      <span className="call-diff-type">{strings.types[type]}</span>
      {place === null ? (
        <bdi className="call-diff-title">{withUnseen(title)}</bdi>
      ) : (
        <Link href={place} className="call-diff-title">
          {withUnseen(title)}
        </Link>
      )}
    </p>
  );
}

function placeOf(type: HeadProps['type'], id: string | null): string | null {
  if (id === null) return null;
  if (type === 'note') return notePath(id);
  return type === 'event' ? eventPath(id) : null;
}

interface FieldsProps {
  readonly changes: readonly FieldChange[];
  /** How many changes there are besides. */
  readonly leftOut: number | undefined;
}

function Fields({ changes, leftOut = 0 }: FieldsProps): ReactNode {
  return (
    <>
      {changes.length > 0 && <FieldList changes={changes} />}
      {leftOut > 0 && <p className="call-diff-none">{strings.leftOut(leftOut)}</p>}
    </>
  );
}

function FieldList({ changes }: Pick<FieldsProps, 'changes'>): ReactNode {
  return (
    <dl className="call-diff-fields">
      {changes.map(shown).map((change, index) => (
        <div key={index} className={isText(change) ? 'call-diff-field call-diff-text' : 'call-diff-field'}>
          <dt className={changes[index - 1]?.field === change.field ? 'visually-hidden' : undefined}>
            {Object.hasOwn(strings.fields, change.field) ? strings.fields[change.field] : change.field}
          </dt>
          <dd>{isText(change) ? <TextChange change={change} /> : <ValueChange change={change} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function shown({ field, before, after }: FieldChange): FieldChange {
  return { field, before: before === null ? null : withUnseen(before), after: after === null ? null : withUnseen(after) };
}

function ValueChange({ change: { field, before, after } }: { readonly change: FieldChange }): ReactNode {
  return (
    <>
      {before !== null && <del>{valueText(field, before)}</del>}
      {before !== null && (
        <>
          <ArrowRight aria-hidden="true" />
          <span className="visually-hidden">{strings.becomes}</span>
        </>
      )}
      {after === null ? <span className="call-diff-nothing">{strings.nothing}</span> : <ins>{valueText(field, after)}</ins>}
    </>
  );
}

function TextChange({ change: { before, after } }: { readonly change: FieldChange }): ReactNode {
  const parts = useMemo(() => partsOf(before, after), [before, after]);
  return (
    <div className="call-diff-lines" tabIndex={0} role="group" aria-label={strings.changes}>
      {parts === null ? (
        <>
          <p className="call-diff-none">{strings.tooDifferent}</p>
          <pre>{before}</pre>
          <pre>{after}</pre>
        </>
      ) : (
        <DiffParts parts={parts} />
      )}
    </div>
  );
}

/** A text that comes or goes as a whole is no comparison with an empty line. */
function partsOf(before: string | null, after: string | null): ReturnType<typeof diffText> {
  if (before !== null && after !== null) return diffText(`${before}\n`, `${after}\n`);
  const lines = (before ?? after ?? '').replace(/\n$/, '').split('\n');
  return [{ kind: before === null ? 'added' : 'removed', lines: lines.map((text) => [{ text, changed: false }]) }];
}
