import './tags.css';
import { ChevronRight, Ellipsis, Pencil, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { foldName } from '../../../../main/contract/mentions.ts';
import { numberText } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/Buttons.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { readSetting, writeSetting } from '../../../api/remembered.ts';
import { strings } from '../strings.ts';
import { useDrawnRows } from '../use-drawn-rows.ts';
import { RenameTag } from './RenameTag.tsx';
import { useTagFilter, useTags, type Tag } from './use-tags.ts';

const setting = 'notes.tags';

/** The tags by which the list is filtered; nothing while there are none. */
export function TagFilter(): ReactNode {
  const { tags, toggle } = useTagFilter();
  if (tags.length === 0) return null;
  return (
    <p className="tag-filter">
      <span className="tag-filter-label">{strings.filteredBy}</span>
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          className="tag-chip"
          aria-label={strings.withoutTag(tag)}
          onClick={() => {
            toggle(tag);
          }}
        >
          <bdi>#{tag}</bdi>
          <X aria-hidden="true" />
        </button>
      ))}
    </p>
  );
}

/** The tags of all notes, to filter the list by them. */
export function Tags(): ReactNode {
  const [isOpen, setOpen] = useState(() => readSetting(setting) === 'open');
  const filter = useTagFilter();
  return (
    <div className="tags">
      <button
        type="button"
        className="fold tags-fold"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
          writeSetting(setting, isOpen ? null : 'open');
        }}
      >
        <ChevronRight aria-hidden="true" className="fold-mark" />
        {strings.tags}
      </button>
      {isOpen && <TagList {...filter} />}
    </div>
  );
}

function TagList(filter: ReturnType<typeof useTagFilter>): ReactNode {
  const { tags: chosen, toggle } = filter;
  const { data, error } = useTags();
  // A tag is given its old name back later, where the list can be another one, or gone.
  const shown = useRef<typeof filter | null>(null);
  useLayoutEffect(() => {
    shown.current = filter;
    return () => {
      shown.current = null;
    };
  });
  const [renamed, setRenamed] = useState<string | null>(null);
  if (data === undefined)
    return (
      <p className="tags-hint" role="status">
        {error === null ? '…' : strings.tagsFailed}
      </p>
    );
  if (data.length === 0) return <p className="tags-hint">{strings.noTags}</p>;
  return (
    <>
      <TagRows items={data} chosen={chosen} onToggle={toggle} onRename={setRenamed} />
      <RenameTag
        tag={renamed}
        onClose={() => {
          setRenamed(null);
        }}
        onRenamed={(from, to) => {
          shown.current?.rename(from, to);
        }}
      />
    </>
  );
}

/** In pixels: a tag. */
const usualHeight = 30;

interface TagRowsProps {
  readonly items: readonly Tag[];
  readonly chosen: readonly string[];
  readonly onToggle: (tag: string) => void;
  readonly onRename: (tag: string) => void;
}

/** Of hundreds only those are drawn that can be seen. */
function TagRows({ items, chosen, onToggle, onRename }: TagRowsProps): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  /** What had the focus last stays drawn however far it is scrolled. */
  const [focused, setFocused] = useState<string | null>(null);
  const virtualizer = useDrawnRows(list, items, {
    height: usualHeight,
    gap: 0,
    keyOf: ({ tag }) => tag,
    isKept: ({ tag }) => tag === focused,
  });
  const isChosen = new Set(chosen.map(foldName));
  return (
    <div className="tag-list">
      <ul
        ref={list}
        aria-label={strings.tags}
        style={{ blockSize: virtualizer.getTotalSize() }}
        onFocus={({ target }) => {
          const tag = target.closest('[data-tag]')?.getAttribute('data-tag');
          if (tag !== null && tag !== undefined) setFocused(tag);
        }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return (
            item && (
              <TagRow
                key={item.tag}
                ref={virtualizer.measureElement}
                {...item}
                index={index}
                of={items.length}
                start={start - virtualizer.options.scrollMargin}
                isChosen={isChosen.has(foldName(item.tag))}
                onToggle={onToggle}
                onRename={onRename}
              />
            )
          );
        })}
      </ul>
    </div>
  );
}

interface TagRowProps extends Tag, Pick<TagRowsProps, 'onToggle' | 'onRename'> {
  readonly ref: Ref<HTMLLIElement>;
  readonly index: number;
  readonly of: number;
  /** In pixels, from the top of the list. */
  readonly start: number;
  readonly isChosen: boolean;
}

function TagRow({ ref, tag, notes, index, of, start, isChosen, onToggle, onRename }: TagRowProps): ReactNode {
  return (
    <li
      ref={ref}
      className="tag-row"
      style={{ insetBlockStart: start }}
      data-index={index}
      data-tag={tag}
      aria-setsize={of}
      aria-posinset={index + 1}
    >
      <button
        type="button"
        className="tag-button"
        aria-pressed={isChosen}
        style={{ paddingInlineStart: `${tag.split('/').length * 0.75 - 0.25}rem` }}
        onClick={() => {
          onToggle(tag);
        }}
      >
        <span className="tag-name">
          <span className="tag-sign">#</span>
          <bdi>
            <span className="visually-hidden">{tag.slice(0, tag.lastIndexOf('/') + 1)}</span>
            {tag.slice(tag.lastIndexOf('/') + 1)}
          </bdi>
        </span>
        <span className="tag-notes">
          {numberText(notes)} <span className="visually-hidden">{strings.notesWord(notes)}</span>
        </span>
      </button>
      <Menu
        trigger={<IconButton icon={Ellipsis} size="small" label={strings.moreForTag(tag)} />}
        entries={[
          {
            name: strings.renameTag,
            icon: Pencil,
            perform: () => {
              onRename(tag);
            },
          },
        ]}
      />
    </li>
  );
}
