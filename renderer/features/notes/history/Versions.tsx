import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { NoteVersion } from '../../../../main/contract/notes.ts';
import { readOn } from '../../../api/read-on.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { exactTime } from '../../../ui/when.ts';
import { strings } from '../strings.ts';
import { groupVersions, type VersionGroup } from './version-groups.ts';
import { sizeText } from '../../../ui/format.ts';

const pageSize = 100;

interface VersionsProps {
  readonly id: string;
  readonly chosen: NoteVersion | null;
  /** `isCurrent`: it is what the note is now. */
  readonly onChoose: (version: NoteVersion, isCurrent: boolean) => void;
}

/** The versions of a note, one line for those of one sitting. */
export function Versions({ id, ...choice }: VersionsProps): ReactNode {
  const { client } = useService();
  const query = useInfiniteQuery({
    queryKey: ['note', 'history', id],
    queryFn: ({ pageParam, signal }) =>
      client.call(routes.listVersions, { params: { id }, query: { limit: String(pageSize), offset: String(pageParam) }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length * pageSize : undefined),
    gcTime: 0,
    // A list that grows while the user reads it would move under the pointer.
    meta: { patched: true },
  });
  return (
    <Loaded query={query} failed={strings.historyFailed}>
      {({ pages }) => (
        <nav className="history-versions" aria-label={strings.versions}>
          <ol>
            {groupVersions(pages.flatMap(({ items }) => items)).map((group, index) => (
              <Group key={group[0].version} group={group} isCurrent={index === 0} {...choice} />
            ))}
          </ol>
          {query.hasNextPage && (
            <Button tone="quiet" disabled={query.isFetchingNextPage} onClick={() => void readOn(query)}>
              {strings.moreVersions}
            </Button>
          )}
        </nav>
      )}
    </Loaded>
  );
}

interface GroupProps extends Omit<VersionsProps, 'id'> {
  readonly group: VersionGroup;
  readonly isCurrent: boolean;
}

function Group({ group: [newest, ...others], isCurrent, ...choice }: GroupProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <Version version={newest} isCurrent={isCurrent} {...choice} />
      {others.length > 0 && (
        <button
          type="button"
          className="history-more"
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
          }}
        >
          <ChevronRight aria-hidden="true" />
          {strings.earlier(others.length)}
        </button>
      )}
      {open && (
        <ol className="history-others">
          {others.map((version) => (
            <li key={version.version}>
              <Version version={version} isCurrent={false} {...choice} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

interface VersionProps extends Omit<VersionsProps, 'id'> {
  readonly version: NoteVersion;
  readonly isCurrent: boolean;
}

function Version({ version, isCurrent, chosen, onChoose }: VersionProps): ReactNode {
  const detail = [...(isCurrent ? [exactTime(version.at)] : []), version.author ?? strings.bySomebody, sizeText(version.size)];
  return (
    <button
      type="button"
      className="history-version"
      aria-current={version.version === chosen?.version ? 'true' : undefined}
      onClick={() => {
        onChoose(version, isCurrent);
      }}
    >
      <time dateTime={version.at}>{isCurrent ? strings.current : exactTime(version.at)}</time>
      <span className="history-detail">{detail.join(' · ')}</span>
    </button>
  );
}
