import { ChevronRight, Ellipsis, LayoutTemplate, Notebook as NotebookIcon } from 'lucide-react';
import { useCallback, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';
import type { Notebook } from '../../../../main/contract/notebooks.ts';
import { IconButton } from '../../../ui/Buttons.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { numberText } from '../../../ui/format.ts';
import { readSetting, writeSetting } from '../../../api/remembered.ts';
import { useView, type NotesPlace } from '../list/place.ts';
import { useDrawnRows } from '../use-drawn-rows.ts';
import { notebookDrag, useDrop } from './drag.ts';
import { NameField } from './NameField.tsx';
import { strings } from './strings.ts';
import { useNotebookMenu, type NotebookMenu } from './use-notebook-menu.ts';
import { notebookIndent, shownOf, useNotebookChanges, type ShownNotebook } from './use-notebooks.ts';

interface NotebookTreeProps {
  readonly notebooks: readonly Notebook[];
  readonly onGo: (place: NotesPlace) => void;
  readonly onNewInside: (id: string) => void;
  /** Where a new notebook gets its name, and the field for it. */
  readonly newIn: string | null | undefined;
  readonly newField: ReactNode;
}

/** In pixels: a notebook in the tree. */
const usualHeight = 32;

/** The notebooks, to be gone through by keys, renamed, moved and filled. Of hundreds only those are drawn that can be seen. */
export function NotebookTree({ notebooks, onGo, onNewInside, newIn, newField }: NotebookTreeProps): ReactNode {
  const { place } = useView();
  const current = place.kind === 'notebook' ? place.id : null;
  const [renamed, setRenamed] = useState<string | null>(null);
  const [stop, setStop] = useState<string | null>(null);
  const folds = useFolds();
  const tree = useRef<HTMLUListElement>(null);
  const { rename } = useNotebookChanges();
  const menu = useNotebookMenu(notebooks, { onRename: setRenamed, onNewInside, onGo });
  const shown = useMemo(() => shownOf(notebooks, folds.isFolded), [notebooks, folds.isFolded]);
  const tabStop = (shown.find(({ notebook: { id } }) => id === (stop ?? current)) ?? shown[0])?.notebook.id;
  const rows = shown.flatMap<Row>((each) => (each.notebook.id === newIn ? [each, { notebook: null, depth: each.depth }] : [each]));
  // What has the focus, a field or what is chosen stays drawn however far it is scrolled.
  const virtualizer = useDrawnRows(tree, rows, {
    height: usualHeight,
    gap: 1,
    keyOf: ({ notebook }) => notebook?.id ?? 'new',
    isKept: ({ notebook }) => [undefined, tabStop, current, renamed].includes(notebook?.id),
  });
  const focus = (id: string | undefined): void => {
    if (id === undefined) return;
    // It is drawn for it; the browser scrolls there.
    flushSync(() => {
      setStop(id);
    });
    tree.current?.querySelector<HTMLElement>(`[data-notebook="${id}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, notebook: Notebook): void => {
    if (event.target !== event.currentTarget) return;
    // Not every keyboard has the key of the menu.
    const name = event.shiftKey && event.key === 'F10' ? 'ContextMenu' : event.key;
    const key = treeKeys({ notebooks, shown, notebook, folds, focus, menu, onGo })[`${event.altKey ? 'Alt+' : ''}${name}`];
    if (key === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    key();
  };
  if (notebooks.length === 0) return null;
  return (
    <ul ref={tree} role="tree" className="notebook-tree" aria-label={strings.notebooks} style={{ blockSize: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        const drawn = { ref: virtualizer.measureElement, index, start: start - virtualizer.options.scrollMargin };
        if (row.notebook === null) return <NewRow key="new" {...drawn} depth={row.depth} field={newField} />;
        const { notebook } = row;
        return (
          <TreeRow
            key={notebook.id}
            {...drawn}
            {...row}
            isCurrent={notebook.id === current}
            isTabStop={notebook.id === tabStop}
            notebooks={notebooks}
            menu={menu}
            onFold={() => {
              folds.toggle(notebook.id);
            }}
            onGo={() => {
              onGo({ kind: 'notebook', id: notebook.id });
            }}
            onFocus={() => {
              setStop(notebook.id);
            }}
            onKeyDown={(event) => {
              onKeyDown(event, notebook);
            }}
            field={
              renamed === notebook.id ? (
                <NameField
                  label={strings.nameField}
                  initial={notebook.name}
                  keptAs={`notebook/${notebook.id}/name`}
                  send={(name) => rename(notebook, name)}
                  onDone={() => {
                    setRenamed(null);
                  }}
                />
              ) : null
            }
          />
        );
      })}
    </ul>
  );
}

/** A notebook, or the field for a new one. */
type Row = ShownNotebook | { readonly notebook: null; readonly depth: number };

/** What a row is told of its place. */
interface DrawnRow {
  readonly ref: Ref<HTMLLIElement>;
  readonly index: number;
  /** In pixels, from the top of the tree. */
  readonly start: number;
}

interface TreeRowProps extends DrawnRow, ShownNotebook {
  readonly notebooks: readonly Notebook[];
  readonly isCurrent: boolean;
  readonly isTabStop: boolean;
  readonly menu: NotebookMenu;
  readonly onFold: () => void;
  readonly onGo: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly field: ReactNode;
}

function TreeRow({ ref, index, start, notebook, notebooks, depth, siblings, isFolded, field, menu, ...row }: TreeRowProps): ReactNode {
  const { id, name, position, isTemplates, noteCount } = notebook;
  const drop = useDrop(notebook, notebooks);
  const opener = useRef<HTMLSpanElement>(null);
  const isChosen = useRef(false);
  const Icon = isTemplates ? LayoutTemplate : NotebookIcon;
  return (
    <li
      ref={ref}
      role="treeitem"
      className="place notebook"
      style={placeOf(start, depth)}
      data-index={index}
      data-notebook={id}
      data-over={drop.isOver}
      tabIndex={row.isTabStop ? 0 : -1}
      aria-level={depth + 1}
      aria-setsize={siblings}
      aria-posinset={position + 1}
      aria-selected={row.isCurrent}
      aria-label={isTemplates ? `${name}, ${strings.templates}` : name}
      aria-description={strings.noteCount(noteCount)}
      {...(isFolded === null ? {} : { 'aria-expanded': !isFolded })}
      draggable={field === null}
      onClick={row.onGo}
      onFocus={row.onFocus}
      onKeyDown={row.onKeyDown}
      onContextMenu={(event) => {
        // In the field for a name the menu is the browser's.
        if (field !== null) return;
        event.preventDefault();
        openMenuOf(id);
      }}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData(notebookDrag, id);
      }}
      {...drop.handlers}
    >
      <span
        className="notebook-fold"
        data-folded={isFolded}
        aria-hidden="true"
        onClick={(event) => {
          if (isFolded === null) return;
          event.stopPropagation();
          row.onFold();
        }}
      >
        {isFolded !== null && <ChevronRight />}
      </span>
      <Icon aria-hidden="true" />
      {field ?? (
        <span className="place-name cut-name" title={name}>
          <bdi>{name}</bdi>
        </span>
      )}
      {field === null && noteCount > 0 && <span className="notebook-count" data-count={numberText(noteCount)} aria-hidden="true" />}
      {field === null && (
        <span
          ref={opener}
          className="notebook-menu"
          onClick={(event) => {
            event.stopPropagation();
          }}
        >
          <Menu
            trigger={<IconButton icon={Ellipsis} size="small" label={strings.moreFor(name)} tabIndex={-1} data-notebook-menu={id} />}
            entries={menu.entries(notebook).map((entry) =>
              entry === null || typeof entry === 'string'
                ? entry
                : {
                    ...entry,
                    perform: () => {
                      isChosen.current = true;
                      entry.perform();
                    },
                  },
            )}
            // The button is no stop of the Tab key, and arrow keys go from row to row. What is chosen may open a field or dialog.
            finalFocus={() => {
              const { current: isLeft } = isChosen;
              isChosen.current = false;
              return isLeft
                ? document.activeElement?.closest('.place-field, [role=dialog]') === null
                : (opener.current?.closest<HTMLElement>('[role=treeitem]') ?? true);
            }}
          />
        </span>
      )}
    </li>
  );
}

function openMenuOf(id: string): void {
  document.querySelector<HTMLElement>(`[data-notebook-menu="${id}"]`)?.click();
}

interface NewRowProps extends DrawnRow {
  readonly depth: number;
  readonly field: ReactNode;
}

function NewRow({ ref, index, start, depth, field }: NewRowProps): ReactNode {
  return (
    <li ref={ref} role="none" className="place-new" style={placeOf(start, depth)} data-index={index}>
      {field}
    </li>
  );
}

const placeOf = (start: number, depth: number): CSSProperties => ({
  insetBlockStart: start,
  paddingInlineStart: `calc(var(--s1) + ${notebookIndent(depth)})`,
});

interface Folds {
  readonly isFolded: (id: string) => boolean;
  readonly toggle: (id: string) => void;
}

/** Which notebooks hide what is in them; this browser remembers it. */
function useFolds(): Folds {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(readSetting('notes.folded')?.split(' ') ?? []));
  const isFolded = useCallback((id: string) => folded.has(id), [folded]);
  return {
    isFolded,
    toggle: (id) => {
      const next = new Set(folded);
      if (!next.delete(id)) next.add(id);
      setFolded(next);
      writeSetting('notes.folded', next.size === 0 ? null : [...next].join(' '));
    },
  };
}

interface TreeKeys {
  readonly notebooks: readonly Notebook[];
  readonly shown: readonly ShownNotebook[];
  readonly notebook: Notebook;
  readonly folds: Folds;
  readonly focus: (id: string | undefined) => void;
  readonly menu: NotebookMenu;
  readonly onGo: (place: NotesPlace) => void;
}

/** As the pattern for trees has them: https://www.w3.org/WAI/ARIA/apg/patterns/treeview/ */
function treeKeys({ notebooks, shown, notebook, folds, focus, menu, onGo }: TreeKeys): Readonly<Record<string, () => void>> {
  const { id, parentId } = notebook;
  const index = shown.findIndex((each) => each.notebook.id === id);
  const child = notebooks.find((each) => each.parentId === id);
  const open = (): void => {
    onGo({ kind: 'notebook', id });
  };
  return {
    ArrowDown: () => {
      focus(shown[index + 1]?.notebook.id);
    },
    ArrowUp: () => {
      focus(shown[index - 1]?.notebook.id);
    },
    Home: () => {
      focus(shown[0]?.notebook.id);
    },
    End: () => {
      focus(shown.at(-1)?.notebook.id);
    },
    ArrowRight: () => {
      if (child !== undefined && folds.isFolded(id)) folds.toggle(id);
      else focus(child?.id);
    },
    ArrowLeft: () => {
      if (child !== undefined && !folds.isFolded(id)) folds.toggle(id);
      else focus(parentId ?? undefined);
    },
    Enter: open,
    ' ': open,
    F2: () => {
      menu.rename(notebook);
    },
    Delete: () => {
      focus((shown[index + 1] ?? shown[index - 1])?.notebook.id);
      menu.remove(notebook);
    },
    'Alt+ArrowUp': () => {
      menu.step(notebook, -1);
    },
    'Alt+ArrowDown': () => {
      menu.step(notebook, 1);
    },
    ContextMenu: () => {
      openMenuOf(id);
    },
  };
}
