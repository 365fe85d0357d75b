import '../../ui/field.css';
import './trash.css';
import { SearchX, Trash2 } from 'lucide-react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { textLimits } from '../../../main/contract/limits.ts';
import type { TrashType } from '../../../main/contract/trash.ts';
import { Button } from '../../ui/Buttons.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Message } from '../../ui/Message.tsx';
import { Select } from '../../ui/Select.tsx';
import { Entries } from './Entries.tsx';
import { strings } from './strings.ts';
import { useEmpty, useLeaving, useTrash } from './use-trash.ts';

const types: readonly TrashType[] = ['note', 'card', 'column', 'project', 'event', 'calendar', 'file'];

/** How many entries are read at first, and more of each time; the service lists at most 1,000. */
const some = 100;
const maxEntries = 1_000;

/** What was deleted, newest first: it can be brought back, or removed for good. */
export function TrashPage(): ReactNode {
  const [query, setQuery] = useSearchParams();
  const type = types.find((each) => each === query.get('type')) ?? null;
  const [limit, setLimit] = useState(some);
  const typed = query.get('q') ?? '';
  const q = useDeferredValue(typed.trim());
  const trash = useTrash(type, q, limit);
  const leaving = useLeaving();
  const show = (next: TrashType | null, words = typed): void => {
    setLimit(some);
    setQuery({ ...(next === null ? {} : { type: next }), ...(words === '' ? {} : { q: words }) }, { replace: true });
  };
  // What another search has found says nothing.
  const isEmpty = type === null && q === '' && !trash.isPlaceholderData && trash.data?.total === 0;
  return (
    <div className="page trash-page">
      <title>{strings.title}</title>
      <div className="trash-head">
        <h1 className="page-title">{strings.heading}</h1>
        <div className="trash-tools">
          <Select
            label={strings.show}
            value={type ?? 'all'}
            options={[{ value: 'all', name: strings.everything }, ...types.map((each) => ({ value: each, name: strings.kinds[each] }))]}
            onChange={(value) => {
              show(value === 'all' ? null : value);
            }}
          />
          <EmptyTrash disabled={trash.data === undefined || isEmpty} />
        </div>
      </div>
      <p className="trash-hint">{strings.hint}</p>
      {!(isEmpty && typed === '') && (
        <search className="trash-search">
          <input
            type="search"
            className="input"
            aria-label={strings.search}
            placeholder={strings.searchHint}
            value={typed}
            maxLength={textLimits.query}
            onChange={({ target }) => {
              show(type, target.value);
            }}
          />
        </search>
      )}
      <Loaded query={trash} failed={strings.failed}>
        {({ items, total }) => {
          const entries = items.filter(({ id }) => !leaving.has(id));
          const left = total - (items.length - entries.length);
          if (left === 0 && trash.isPlaceholderData) return null;
          return left === 0 ? (
            <Nothing
              type={type}
              words={q}
              onAll={() => {
                show(null, '');
              }}
            />
          ) : (
            <>
              <Entries entries={entries} />
              <More
                shown={entries.length}
                total={left}
                limit={limit}
                onMore={() => {
                  setLimit(Math.min(limit + some, maxEntries));
                }}
              />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function EmptyTrash({ disabled }: { readonly disabled: boolean }): ReactNode {
  const { empty, isPending } = useEmpty();
  const isOff = disabled || isPending;
  const ask = async (): Promise<void> => {
    if (isOff) return;
    if (await confirm({ title: strings.emptyTitle, text: strings.emptyText, action: strings.empty })) empty();
  };
  return (
    // Disabled for good it would lose the focus, which it has after the question.
    <Button aria-disabled={isOff} onClick={() => void ask()}>
      <Trash2 aria-hidden="true" />
      {strings.empty}
    </Button>
  );
}

interface NothingProps {
  readonly type: TrashType | null;
  /** What was searched for; empty for nothing. */
  readonly words: string;
  readonly onAll: () => void;
}

function Nothing({ type, words, onAll }: NothingProps): ReactNode {
  if (words !== '')
    return (
      <Message icon={SearchX} title={strings.noMatch(words)} action={<Button onClick={onAll}>{strings.showAll}</Button>}>
        {strings.noMatchHint}
      </Message>
    );
  return type === null ? (
    <Message icon={Trash2} title={strings.nothing}>
      {strings.nothingHint}
    </Message>
  ) : (
    <Message icon={Trash2} title={strings.nothingOf[type]} action={<Button onClick={onAll}>{strings.showAll}</Button>}>
      {strings.nothingOfHint}
    </Message>
  );
}

interface MoreProps {
  readonly shown: number;
  readonly total: number;
  readonly limit: number;
  readonly onMore: () => void;
}

/** How much of it is shown, where that is not all. */
function More({ shown, total, limit, onMore }: MoreProps): ReactNode {
  if (shown >= total) return null;
  return (
    <p className="trash-more" role="status">
      {strings.shownOf(shown, total)}
      {limit < maxEntries && <Button onClick={onMore}>{strings.more}</Button>}
    </p>
  );
}
