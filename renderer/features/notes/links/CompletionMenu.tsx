import './completion-menu.css';
import { CalendarDays, FilePlus2, FileText, Hash, Heading, type LucideIcon } from 'lucide-react';
import type { EditorView } from 'prosemirror-view';
import { useEffect, type ReactNode } from 'react';
import { notebookPaths } from '../../../../main/contract/link-titles.ts';
import { useService, type Service } from '../../../api/service.ts';
import { announce } from '../../../ui/announce.tsx';
import {
  chooseCompletion,
  completionIds,
  completionOf,
  offer,
  type TextCompletion,
  type CompletionKind,
  type CompletionOption,
} from '../editor/completion.ts';
import { notebooksHere } from '../notebooks/use-notebooks.ts';
import { useAnchored } from '../note/use-anchored.ts';
import { useStateOf, type EditedText } from '../session/edited-text.ts';
import { noteStats } from '../session/note-stats.ts';
import { strings } from '../strings.ts';
import { dateOptions, headingOptions, headingsFor, noteOptions, notesFor, notesHere, tagOptions } from './completions.ts';

/** The service is asked when nothing was typed for this many milliseconds. */
const debounceMs = 150;

const icons: Readonly<Record<CompletionKind, LucideIcon>> = { note: FileText, heading: Heading, tag: Hash, date: CalendarDays };

/** What completes a link, a tag or a date while it is typed. The focus stays in the text. */
export function CompletionMenu({ session, view }: { readonly session: EditedText; readonly view: EditorView }): ReactNode {
  const open = useStateOf(session, completionOf);
  useOptions(view, open);
  return open !== null && open.options.length > 0 && view.hasFocus() && <Options view={view} open={open} />;
}

function useOptions(view: EditorView, open: TextCompletion | null): void {
  const service = useService();
  const [kind, typed] = [open?.kind, open?.typed];
  useEffect(() => {
    if (kind === undefined || typed === undefined) return undefined;
    const asked = new AbortController();
    const show = (options: readonly CompletionOption[]): void => {
      if (asked.signal.aborted || view.isDestroyed) return;
      offer(view, { kind, typed }, options);
      announce(strings.completions(options.length));
    };
    if (kind === 'note') offer(view, { kind, typed }, noteOptions(notesHere(service), typed, placesHere(service)));
    const timer = setTimeout(
      () => {
        optionsFor(service, view, { kind, typed }, asked.signal).then(show, () => {
          // What is known here is offered all the same.
          if (!asked.signal.aborted) announce(strings.completionAway);
        });
      },
      kind === 'note' || kind === 'heading' ? debounceMs : 0,
    );
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [service, view, kind, typed]);
}

async function optionsFor(
  service: Service,
  view: EditorView,
  { kind, typed }: Pick<TextCompletion, 'kind' | 'typed'>,
  signal: AbortSignal,
): Promise<readonly CompletionOption[]> {
  if (kind === 'tag') return tagOptions(service, typed);
  if (kind === 'date') return dateOptions(typed);
  if (kind === 'heading') {
    const isOwn = typed.startsWith('#');
    const own = isOwn ? (noteStats(view.state.doc, () => false)?.headings ?? []) : [];
    return headingOptions(isOwn ? own : await headingsFor(service, typed, signal), typed);
  }
  return noteOptions([...notesHere(service), ...(await notesFor(service, typed, signal))], typed, placesHere(service));
}

const placesHere = (service: Service): ReadonlyMap<string, string> => notebookPaths(notebooksHere(service), (name) => name);

function Options({ view, open: { kind, from, options, index } }: { readonly view: EditorView; readonly open: TextCompletion }): ReactNode {
  const list = useAnchored<HTMLUListElement>(() =>
    view.isDestroyed || from > view.state.doc.content.size ? null : view.coordsAtPos(from),
  );
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index, list]);
  const Icon = icons[kind];
  return (
    <ul
      ref={list}
      id={completionIds.list}
      className="slash-menu completion"
      role="listbox"
      aria-label={strings.completion[kind]}
      tabIndex={0}
    >
      {options.map((option, at) => (
        <li
          key={option.id}
          id={completionIds.option(at)}
          role="option"
          aria-selected={at === index}
          className="slash-option"
          onMouseDown={(event) => {
            event.preventDefault();
            chooseCompletion(view, option);
          }}
        >
          {option.id === 'new' && kind === 'note' ? <FilePlus2 aria-hidden="true" /> : <Icon aria-hidden="true" />}
          <span className="completion-name cut-name">
            <bdi>{option.label}</bdi>
          </span>
          {option.detail !== undefined && <span className="completion-detail">{option.detail}</span>}
        </li>
      ))}
    </ul>
  );
}
