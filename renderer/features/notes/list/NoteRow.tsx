import { Archive, Pin } from 'lucide-react';
import { memo, type ReactNode, type Ref } from 'react';
import { Link, useSearch } from 'wouter';
import { snippetParts } from '../../../../main/contract/html-text.ts';
import type { NoteSummary } from '../../../../main/contract/notes.ts';
import { withFind } from '../find/find-address.ts';
import { strings as placeStrings } from '../notebooks/strings.ts';
import { strings } from '../strings.ts';
import { searchFor, tagsOf } from '../tags/tag-address.ts';
import { exactTime, shortTime } from '../../../ui/when.ts';

/** Of the two lines of an excerpt less than one, so that what was found is in sight. */
const leadInList = 28;

interface NoteRowProps {
  readonly note: NoteSummary;
  readonly index: number;
  readonly of: number;
  readonly start: number;
  readonly current: boolean;
  readonly selected: boolean;
  readonly tabStop: boolean;
  readonly now: Date;
  readonly ref: Ref<HTMLLIElement>;
}

export const NoteRow = memo(function NoteRow({
  note: { id, title, excerpt, updatedAt, match, isPinned, isArchived },
  index,
  of,
  start,
  current,
  selected,
  tabStop,
  now,
  ref,
}: NoteRowProps): ReactNode {
  const filter = searchFor(tagsOf(useSearch()));
  return (
    <li ref={ref} className="note-row" data-index={index} aria-setsize={of} aria-posinset={index + 1} style={{ translate: `0 ${start}px` }}>
      <Link
        href={`/notes/${id}${withFind(filter, match?.snippet)}`}
        className="note-link"
        data-note={id}
        data-selected={selected}
        draggable
        tabIndex={tabStop ? 0 : -1}
        aria-current={current ? 'page' : undefined}
      >
        <span className="note-line">
          <span className="note-title cut-name">
            <bdi>{title}</bdi>
          </span>
          {selected && <span className="visually-hidden">{placeStrings.isSelected}</span>}
          {isPinned && <Pin className="note-mark" aria-label={placeStrings.pinned} role="img" />}
          {isArchived && <Archive className="note-mark" aria-label={placeStrings.archive} role="img" />}
          <time className="note-time" dateTime={updatedAt} title={exactTime(updatedAt)}>
            {shortTime(updatedAt, now)}
          </time>
        </span>
        <span className="note-excerpt">
          {match === undefined
            ? excerpt || strings.noText
            : snippetParts(match.snippet, leadInList).map((part, at) => (part.marked ? <mark key={at}>{part.text}</mark> : part.text))}
        </span>
      </Link>
    </li>
  );
});
