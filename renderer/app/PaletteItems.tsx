// The lines of the palette.

import { Command } from 'cmdk';
import { CornerDownLeft, ListFilter, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SearchType } from '../../main/contract/search.ts';
import type { Action } from '../actions/action.ts';
import { EventTitle } from '../ui/EventTitle.tsx';
import { Keys } from '../ui/Hints.tsx';
import { strings } from './strings.ts';
import type { PaletteHit, FoundGroup } from './use-found.ts';

/** Of the line that goes back from one kind to all. */
export const backId = 'all-kinds';

/** Of the line that searches what is archived. */
export const archiveId = 'archive';

const moreId = (type: SearchType): string => `all-${type}`;

const hasMore = ({ found, total }: FoundGroup): boolean => total > found.length;

/** The values of a group's lines, in their order. */
export const idsOf = (group: FoundGroup): string[] => [...group.found.map(({ id }) => id), ...(hasMore(group) ? [moreId(group.type)] : [])];

interface SearchStatusProps {
  readonly text: string;
  /** How much fits; null where nothing is asked for. */
  readonly count: number | null;
  /** Which words were looked for instead; '' for none. */
  readonly instead: string;
  readonly isSearching: boolean;
  /** As it is told to the user; null for none. */
  readonly failure: string | null;
}

/** What has come of a search, below its lines. */
export function SearchStatus({ text, count, instead, isSearching, failure }: SearchStatusProps): ReactNode {
  return (
    <>
      {failure !== null && (
        <p className="palette-note" role="alert">
          {failure}
        </p>
      )}
      {count === 0 && !isSearching && failure === null && <p className="palette-empty">{strings.noMatch(text)}</p>}
      {(count === null || (count === 0 && !isSearching)) && <Operators />}
      <p className="visually-hidden" role="status">
        {isSearching ? strings.searching : count !== null && failure === null && `${strings.results(count)}. ${instead}`}
      </p>
    </>
  );
}

/** How a search is narrowed down, in one line. */
function Operators(): ReactNode {
  return (
    <p className="palette-help">
      {strings.narrow} {strings.operators.map((operator) => [<code key={operator}>{operator}</code>, ' '])}
    </p>
  );
}

interface FoundItemsProps {
  readonly group: FoundGroup;
  /** Whether it is all that is shown. */
  readonly isAlone: boolean;
  readonly onOpen: (item: PaletteHit) => void;
  readonly onShowAll: (type: SearchType) => void;
}

/** What was found of a kind, and where there is more of it, a line that shows all. */
export function FoundItems({ group, isAlone, onOpen, onShowAll }: FoundItemsProps): ReactNode {
  const { type, heading, found, total } = group;
  return (
    <Command.Group heading={isAlone && hasMore(group) ? strings.best(heading, found.length, total) : heading}>
      {found.map((item) => (
        <FoundItem
          key={item.id}
          item={item}
          opensText={type === 'note' || type === 'card'}
          onSelect={() => {
            onOpen(item);
          }}
        />
      ))}
      {!isAlone && hasMore(group) && (
        <LineItem
          id={moreId(type)}
          icon={ListFilter}
          name={strings.showAll(total)}
          onSelect={() => {
            onShowAll(type);
          }}
        />
      )}
    </Command.Group>
  );
}

function FoundItem({
  item: { id, name, isCancelled, place, words, icon: Icon },
  opensText,
  onSelect,
}: {
  readonly item: PaletteHit;
  readonly opensText: boolean;
  readonly onSelect: () => void;
}): ReactNode {
  return (
    <Command.Item value={id} onSelect={onSelect} data-opens-text={opensText || undefined}>
      <Icon aria-hidden="true" />
      <span className="palette-text">
        <span className="palette-name cut-name">
          <EventTitle title={name} isCancelled={isCancelled} />
        </span>
        {place !== '' && (
          <span className="palette-detail">
            <bdi>{place}</bdi>
          </span>
        )}
        {words.length > 0 && (
          <span className="palette-words" dir="auto">
            {words.map(({ text, marked }, at) => (marked ? <mark key={at}>{text}</mark> : text))}
          </span>
        )}
      </span>
      <CornerDownLeft className="palette-go" aria-hidden="true" />
    </Command.Item>
  );
}

/** A line that changes what the list shows. */
export function LineItem({
  id,
  icon: Icon,
  name,
  onSelect,
}: {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly name: string;
  readonly onSelect: () => void;
}): ReactNode {
  return (
    <Command.Item value={id} onSelect={onSelect} className="palette-line">
      <Icon aria-hidden="true" />
      <span className="palette-name cut-name">{name}</span>
    </Command.Item>
  );
}

interface ActionItemsProps {
  readonly actions: readonly Action[];
  readonly onChoose: (perform: () => void) => void;
}

/** What can be done, by groups. */
export function ActionItems({ actions, onChoose }: ActionItemsProps): ReactNode {
  return [...Map.groupBy(actions, ({ group }) => group)].map(([group, members]) => (
    <Command.Group key={group} heading={group}>
      {members.map((action) => (
        <ActionItem
          key={action.id}
          action={action}
          onSelect={() => {
            onChoose(action.perform);
          }}
        />
      ))}
    </Command.Group>
  ));
}

/** Something that can be done, with its keys. */
function ActionItem({
  action: { id, name, icon: Icon, shortcut },
  onSelect,
}: {
  readonly action: Action;
  readonly onSelect: () => void;
}): ReactNode {
  return (
    <Command.Item value={id} onSelect={onSelect}>
      <Icon aria-hidden="true" />
      <span className="palette-name cut-name">{name}</span>
      {shortcut !== undefined && <Keys shortcut={shortcut} />}
    </Command.Item>
  );
}
