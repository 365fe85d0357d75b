import { ChevronRight, Ellipsis, LayoutTemplate, Notebook as NotebookIcon } from 'lucide-react';
import { useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { Notebook } from '../../../../main/contract/notebooks.ts';
import { IconButton } from '../../../ui/Buttons.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { numberText } from '../../../ui/format.ts';
import { readSetting, writeSetting } from '../../../api/remembered.ts';
import { useView, type NotesPlace } from '../list/place.ts';
import { draggedNotes, isDragOf, notebookDrag, noteDrag } from './drag.ts';
import { NameField } from './NameField.tsx';
import { strings } from './strings.ts';
import { useNotebookMenu, type NotebookMenu } from './use-notebook-menu.ts';
import { notebookDepth, notebookIndent, liesIn, useNotebookChanges } from './use-notebooks.ts';
import { useOrganise } from './use-organise.ts';

interface NotebookTreeProps {
  readonly notebooks: readonly Notebook[];
  readonly onGo: (place: NotesPlace) => void;
  readonly onNewInside: (id: string) => void;
  /** Where a new notebook gets its name, and the field for it. */
  readonly newIn: string | null | undefined;
  readonly newField: ReactNode;
}

/** The notebooks, to be gone through by keys, renamed, moved and filled. */
export function NotebookTree({ notebooks, onGo, onNewInside, newIn, newField }: NotebookTreeProps): ReactNode {
  const { place } = useView();
  const current = place.kind === 'notebook' ? place.id : null;
  const [renamed, setRenamed] = useState<string | null>(null);
  const [stop, setStop] = useState<string | null>(null);
  const folds = useFolds();
  const tree = useRef<HTMLUListElement>(null);
  const { rename } = useNotebookChanges();
  const menu = useNotebookMenu(notebooks, { onRename: setRenamed, onNewInside, onGo });
  const isShown = ({ parentId }: Notebook): boolean => {
    const parent = notebooks.find(({ id }) => id === parentId);
    return parent === undefined || (!folds.isFolded(parent.id) && isShown(parent));
  };
  const shown = notebooks.filter(isShown);
  const tabStop = shown.find(({ id }) => id === (stop ?? current))?.id ?? shown[0]?.id;
  const focus = (id: string | undefined): void => {
    if (id !== undefined) tree.current?.querySelector<HTMLElement>(`[data-notebook="${id}"]`)?.focus();
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
    <ul ref={tree} role="tree" className="notebook-tree" aria-label={strings.notebooks}>
      {shown.map((notebook) => {
        const children = notebooks.filter(({ parentId }) => parentId === notebook.id);
        return (
          <TreeRow
            key={notebook.id}
            notebook={notebook}
            depth={notebookDepth(notebooks, notebook)}
            siblings={notebooks.filter(({ parentId }) => parentId === notebook.parentId).length}
            isFolded={children.length === 0 ? null : folds.isFolded(notebook.id)}
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
            below={newIn === notebook.id ? newField : null}
          />
        );
      })}
    </ul>
  );
}

interface TreeRowProps {
  readonly notebook: Notebook;
  readonly notebooks: readonly Notebook[];
  readonly depth: number;
  readonly siblings: number;
  /** Null for one without notebooks in it. */
  readonly isFolded: boolean | null;
  readonly isCurrent: boolean;
  readonly isTabStop: boolean;
  readonly menu: NotebookMenu;
  readonly onFold: () => void;
  readonly onGo: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly field: ReactNode;
  readonly below: ReactNode;
}

function TreeRow({ notebook, notebooks, depth, siblings, isFolded, field, below, menu, ...row }: TreeRowProps): ReactNode {
  const { id, name, position, isTemplates, noteCount } = notebook;
  const drop = useDrop(notebook, notebooks);
  const item = useRef<HTMLLIElement>(null);
  const isChosen = useRef(false);
  const Icon = isTemplates ? LayoutTemplate : NotebookIcon;
  const indent = { paddingInlineStart: `calc(var(--s1) + ${notebookIndent(depth)})` };
  return (
    <>
      <li
        ref={item}
        role="treeitem"
        className="place notebook"
        style={indent}
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
                return isLeft ? document.activeElement?.closest('.place-field, [role=dialog]') === null : item.current;
              }}
            />
          </span>
        )}
      </li>
      {below !== null && (
        <li role="none" className="place-new" style={indent}>
          {below}
        </li>
      )}
    </>
  );
}

/** Takes notes and notebooks that are dropped upon it. */
function useDrop(notebook: Notebook, notebooks: readonly Notebook[]) {
  const [isOver, setOver] = useState(false);
  const organise = useOrganise();
  const { change } = useNotebookChanges();
  const takes = (event: DragEvent): boolean => isDragOf(event, noteDrag) || isDragOf(event, notebookDrag);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => {
        setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        const notes = draggedNotes(event);
        if (notes.length > 0) organise.change(notes, { notebookId: notebook.id }, strings.movedDone(notes.length, notebook.name));
        const dragged = notebooks.find(({ id }) => id === event.dataTransfer.getData(notebookDrag));
        if (dragged !== undefined && dragged.parentId !== notebook.id && !liesIn(notebooks, notebook.id, dragged.id))
          change(dragged, { parentId: notebook.id }, strings.moved(dragged.name), true);
      },
    },
  };
}

interface Folds {
  readonly isFolded: (id: string) => boolean;
  readonly toggle: (id: string) => void;
}

/** Which notebooks hide what is in them; this browser remembers it. */
function useFolds(): Folds {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(readSetting('notes.folded')?.split(' ') ?? []));
  return {
    isFolded: (id) => folded.has(id),
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
  readonly shown: readonly Notebook[];
  readonly notebook: Notebook;
  readonly folds: Folds;
  readonly focus: (id: string | undefined) => void;
  readonly menu: NotebookMenu;
  readonly onGo: (place: NotesPlace) => void;
}

/** As the pattern for trees has them: https://www.w3.org/WAI/ARIA/apg/patterns/treeview/ */
function treeKeys({ notebooks, shown, notebook, folds, focus, menu, onGo }: TreeKeys): Readonly<Record<string, () => void>> {
  const { id, parentId } = notebook;
  const index = shown.indexOf(notebook);
  const child = notebooks.find((each) => each.parentId === id);
  const open = (): void => {
    onGo({ kind: 'notebook', id });
  };
  return {
    ArrowDown: () => {
      focus(shown[index + 1]?.id);
    },
    ArrowUp: () => {
      focus(shown[index - 1]?.id);
    },
    Home: () => {
      focus(shown[0]?.id);
    },
    End: () => {
      focus(shown.at(-1)?.id);
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
      focus((shown[index + 1] ?? shown[index - 1])?.id);
      menu.remove(notebook);
    },
    'Alt+ArrowUp': () => {
      menu.step(notebook, -1);
    },
    'Alt+ArrowDown': () => {
      menu.step(notebook, 1);
    },
    ContextMenu: () => {
      document.querySelector<HTMLElement>(`[data-notebook-menu="${id}"]`)?.click();
    },
  };
}
