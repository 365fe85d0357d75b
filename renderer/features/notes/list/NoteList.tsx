import './note-list.css';
import { Archive, Notebook, NotebookPen, SearchX } from 'lucide-react';
import { useDeferredValue, useRef, type ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useActions } from '../../../actions/registry.ts';
import type { NoteSummary } from '../../../../main/contract/notes.ts';
import { readOn } from '../../../api/read-on.ts';
import { useRemoved } from '../../../api/service.ts';
import { BringIn } from '../../../ui/BringIn.tsx';
import { Button } from '../../../ui/Buttons.tsx';
import { useLostFocus } from '../../../ui/use-held-focus.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { strings as uiStrings } from '../../../ui/strings.ts';
import { Message } from '../../../ui/Message.tsx';
import { strings as placeStrings } from '../notebooks/strings.ts';
import { useNotebooks } from '../notebooks/use-notebooks.ts';
import { strings } from '../strings.ts';
import { useNewNote } from '../new-note.ts';
import { ListHead } from './ListHead.tsx';
import { allNotes } from './note-pages.ts';
import { useSavedSearchChanges, queryText } from '../searches/use-saved-searches.ts';
import { wordsOf, withWords } from '../tags/tag-address.ts';
import { TagFilter, Tags } from '../tags/Tags.tsx';
import { useTagFilter } from '../tags/use-tags.ts';
import { useView, type NotesPlace } from './place.ts';
import { noteIdAt, Rows } from './Rows.tsx';
import { SearchField } from './SearchField.tsx';
import { useFileDrop, useImport } from './use-import.ts';
import { useFoundNotes, useNotes } from './use-notes.ts';

/** What the list itself does by keys. */
const listKeys = [
  ['select', placeStrings.selectKeys, 'Shift+ArrowDown'],
  ['selectAll', placeStrings.selectAllKeys, '$mod+a'],
  ['pinKey', placeStrings.pinNote, 'p'],
  ['moveKey', placeStrings.moveNote, 'v'],
  ['archiveKey', placeStrings.archiveNote, 'e'],
  ['besideKey', strings.openBeside, '$mod+Enter'],
] as const;

interface NoteListProps {
  readonly current: string | null;
  /** Absent where they are beside the list already. */
  readonly onPlaces?: (() => void) | undefined;
}

/** The notes of a place, or those that are found there, with a field to search in. */
export function NoteList({ current, onPlaces }: NoteListProps): ReactNode {
  const view = useView();
  const [typed, setTyped] = useTyped();
  const q = useDeferredValue(typed.trim());
  const notes = useNotes(view);
  const { tags } = useTagFilter();
  const found = useFoundNotes(q, tags, view.place);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const newNote = useNewNote();
  const removed = useRemoved();
  const notebooks = useNotebooks();
  const { save: saveSearch } = useSavedSearchChanges();
  const importing = useImport();
  const drop = useFileDrop(importing.start);
  useActions([
    {
      id: 'notes.through',
      name: strings.listKeys,
      group: strings.group,
      icon: NotebookPen,
      shortcut: 'ArrowDown',
      listed: 'help',
      perform: () => undefined,
    },
    {
      id: 'notes.remove',
      name: strings.deleteNote,
      group: strings.group,
      icon: NotebookPen,
      shortcut: 'Delete',
      listed: 'help',
      perform: () => undefined,
    },
    ...listKeys.map(([id, name, shortcut]) => ({
      id: `notes.${id}` as const,
      name,
      group: strings.group,
      icon: NotebookPen,
      shortcut,
      listed: 'help' as const,
      perform: () => undefined,
    })),
  ]);
  const visible = (items: readonly NoteSummary[]): NoteSummary[] => items.filter(({ id }) => !removed.has(id));
  const save = (): void => {
    const { place } = view;
    const notebook = place.kind === 'notebook' ? (notebooks.find(({ id }) => id === place.id)?.name ?? null) : null;
    saveSearch(queryText({ typed: typed.trim(), tags, notebook, isArchive: place.kind === 'archive' }));
  };
  // With the last of them the rows are gone.
  const watched = useLostFocus(noteIdAt, () => {
    if (list.current === null) field.current?.focus();
  });
  const toList = (): void => {
    list.current?.querySelector<HTMLElement>('[data-note][tabindex="0"]')?.focus();
  };
  return (
    <section className="note-list" aria-label={strings.list} data-hint={strings.dropHere} {...drop} {...watched}>
      <ListHead importing={importing} onNew={newNote} onPlaces={onPlaces} />
      <SearchField ref={field} value={typed} onChange={setTyped} onDown={toList} onSave={save} />
      <TagFilter />
      {onPlaces !== undefined && <Tags />}
      {q === '' && tags.length === 0 ? (
        <Loaded query={notes} failed={strings.listFailed}>
          {(data) => {
            const items = visible(allNotes(data));
            return items.length === 0 ? (
              <Empty place={view.place} onNew={newNote} />
            ) : (
              <Rows
                scroller={list}
                items={items}
                current={current}
                field={field}
                onEnd={() => {
                  void readOn(notes);
                }}
              />
            );
          }}
        </Loaded>
      ) : (
        <Loaded query={found} failed={strings.listFailed}>
          {(data) => {
            const hits = allNotes(data);
            const items = visible(hits);
            const { total = 0, corrected = [] } = data.pages.at(-1) ?? {};
            return (
              <>
                <p className="note-list-count" role="status">
                  {strings.found(total - hits.length + items.length)}
                  {corrected.length > 0 && <span className="note-list-instead">{uiStrings.instead(corrected)}</span>}
                </p>
                {items.length === 0 ? (
                  <Message icon={SearchX} title={q === '' ? strings.noneTagged : strings.noMatch(q)}>
                    {q === '' ? strings.noneTaggedHint : strings.noMatchHint}
                  </Message>
                ) : (
                  <Rows
                    scroller={list}
                    items={items}
                    current={current}
                    field={field}
                    onEnd={() => {
                      void readOn(found);
                    }}
                  />
                )}
              </>
            );
          }}
        </Loaded>
      )}
    </section>
  );
}

/** What is searched for. It stands in the address of the same entry of the history: Back from a note, and a reload, show what was found. */
function useTyped(): readonly [string, (words: string) => void] {
  const [path, go] = useLocation();
  const search = useSearch();
  return [
    wordsOf(search),
    (words) => {
      go(path + withWords(search, words), { replace: true });
    },
  ];
}

function Empty({ place, onNew }: { readonly place: NotesPlace; readonly onNew: () => void }): ReactNode {
  if (place.kind === 'archive')
    return (
      <Message icon={Archive} title={placeStrings.emptyArchive} level={2}>
        {placeStrings.emptyArchiveHint}
      </Message>
    );
  const isNotebook = place.kind === 'notebook';
  return (
    <Message
      icon={isNotebook ? Notebook : NotebookPen}
      title={isNotebook ? placeStrings.emptyNotebook : strings.empty}
      level={2}
      action={
        <>
          <Button primary makes onClick={onNew}>
            {strings.newNote}
          </Button>
          {!isNotebook && <BringIn />}
        </>
      }
    >
      {isNotebook ? placeStrings.emptyNotebookHint : strings.emptyHint}
    </Message>
  );
}
