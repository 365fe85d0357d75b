import './tags.css';
import { ChevronRight, Ellipsis, Pencil, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { foldName } from '../../../../main/contract/mentions.ts';
import { numberText } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/Buttons.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { readSetting, writeSetting } from '../../../api/remembered.ts';
import { strings } from '../strings.ts';
import { RenameTag } from './RenameTag.tsx';
import { useTagFilter, useTags } from './use-tags.ts';

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
  const isChosen = new Set(chosen.map(foldName));
  return (
    <>
      <ul className="tag-list" aria-label={strings.tags}>
        {data.map(({ tag, notes }) => (
          <li key={tag} className="tag-row">
            <button
              type="button"
              className="tag-button"
              aria-pressed={isChosen.has(foldName(tag))}
              style={{ paddingInlineStart: `${tag.split('/').length * 0.75 - 0.25}rem` }}
              onClick={() => {
                toggle(tag);
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
                    setRenamed(tag);
                  },
                },
              ]}
            />
          </li>
        ))}
      </ul>
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
