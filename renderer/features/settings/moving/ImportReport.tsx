import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ImportFound, ImportOutcome, ImportReading, ImportWarning } from '../../../../main/contract/imports.ts';
import type { Job } from '../../../../main/contract/jobs.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { numberText } from '../../../ui/format.ts';
import { importStrings } from './strings.ts';
import { usePutAway, useUndo } from './jobs.ts';

const outcomes = ['created', 'updated', 'unchanged', 'kept'] as const;
const kinds = ['notes', 'notebooks', 'projects', 'columns', 'cards', 'calendars', 'events', 'files', 'links', 'savedSearches'] as const;

interface FoundProps {
  readonly read: Job;
  readonly reading: ImportReading;
}

/** What was found, what it would change here, and what of it does not come in as it is; nothing has changed yet. */
export function Found({ read, reading: { source, filename, found, changes, warnings, warningCounts } }: FoundProps): ReactNode {
  const { client, queries } = useService();
  const discard = usePutAway(read);
  const apply = useMutation({
    mutationFn: (idempotencyKey: string) => client.call(routes.applyImport, { params: { id: read.id }, idempotencyKey }),
    meta: { failed: importStrings.applyFailed },
    onSettled: () => queries.invalidateQueries({ queryKey: ['job'] }),
  });
  const counts = kinds.filter((kind) => found[kind] > 0);
  return (
    <div className="import-report">
      <p className="import-title">
        <bdi>{importStrings.found(filename, source)}</bdi>
      </p>
      {counts.length === 0 ? (
        <p className="settings-hint">{importStrings.nothing}</p>
      ) : (
        <ul className="import-counts">
          {counts.map((kind) => (
            <Count key={kind} kind={kind} count={found[kind]} counts={changes[kind]} names={importStrings.foreseen} />
          ))}
        </ul>
      )}
      {counts.length > 0 && changesNothing(changes) && <p className="settings-hint">{importStrings.allHere}</p>}
      <Warnings title={importStrings.warnings} warnings={warnings} counts={warningCounts} />
      <div className="import-buttons">
        <Button
          primary
          aria-disabled={apply.isPending || counts.length === 0}
          onClick={() => {
            if (!apply.isPending && counts.length > 0) apply.mutate(crypto.randomUUID());
          }}
        >
          {importStrings.apply}
        </Button>
        <Button onClick={discard.start}>{importStrings.discard}</Button>
      </div>
    </div>
  );
}

/** Whether all of it is here already. */
function changesNothing(changes: ImportReading['changes']): boolean {
  const all = Object.values(changes);
  return all.length > 0 && all.every(({ created, updated, kept }) => created + updated + kept === 0);
}

interface CountProps {
  readonly kind: keyof ImportFound;
  readonly count: number;
  /** What comes of them; not told of files. */
  readonly counts: Counts | undefined;
  readonly names: Readonly<Record<keyof Counts, string>>;
}

type Counts = NonNullable<ImportOutcome['counts'][keyof ImportFound]>;

function Count({ kind, count, counts, names }: CountProps): ReactNode {
  const parts = outcomes.filter((name) => (counts?.[name] ?? 0) > 0);
  const isMixed = parts.length > 1 || (counts !== undefined && counts.created === 0 && parts.length > 0);
  return (
    <li>
      <strong>{numberText(count)}</strong> {importStrings.countText(kind, count)}
      {isMixed && (
        <span className="import-parts">{parts.map((name) => `${numberText(counts?.[name] ?? 0)} ${names[name]}`).join(', ')}</span>
      )}
    </li>
  );
}

interface ImportedReportProps {
  readonly read: Job;
  readonly job: Job;
  readonly outcome: ImportOutcome;
}

/** What has come in, the way to it, and the way back. */
export function ImportedReport({ read, job, outcome: { batchId, counts, warnings, warningCounts } }: ImportedReportProps): ReactNode {
  const again = usePutAway(read, job);
  const undo = useUndo();
  const came = kinds.filter((kind) => sumOf(counts[kind]) > 0);
  const hasNoteFiles = came.includes('notes') && ((read.result as ImportReading | null)?.found.files ?? 0) > 0;
  return (
    <div className="import-report">
      <p className="import-title">
        <bdi>
          {undo.isSuccess ? importStrings.undone : batchId === null ? importStrings.unchanged : importStrings.done(read.title ?? '')}
        </bdi>
      </p>
      {undo.isSuccess && hasNoteFiles && <p className="settings-hint">{importStrings.undoneFiles}</p>}
      {!undo.isSuccess && (
        <ul className="import-counts">
          {came.map((kind) => (
            <Count key={kind} kind={kind} count={sumOf(counts[kind])} counts={counts[kind]} names={importStrings.outcomes} />
          ))}
        </ul>
      )}
      {!undo.isSuccess && <Warnings title={importStrings.outcomeWarnings} warnings={warnings} counts={warningCounts} />}
      <div className="import-buttons">
        {!undo.isSuccess && <WayToIt came={came} />}
        {batchId !== null && !undo.isSuccess && (
          <Button
            aria-disabled={undo.isPending}
            onClick={() => {
              undo.start(batchId);
            }}
          >
            <Undo2 aria-hidden="true" />
            {undo.isPending ? importStrings.undoing : importStrings.undo}
          </Button>
        )}
        <Button onClick={again.start}>{importStrings.again}</Button>
      </div>
    </div>
  );
}

const sumOf = (counts: Counts | undefined): number => outcomes.reduce((sum, name) => sum + (counts?.[name] ?? 0), 0);

function WayToIt({ came }: { readonly came: readonly (keyof ImportFound)[] }): ReactNode {
  if (came.includes('notes')) return <WayTo href="/notes" text={importStrings.openNotes} />;
  if (came.includes('projects')) return <WayTo href="/boards" text={importStrings.openBoards} />;
  return came.includes('calendars') ? <WayTo href="/calendar" text={importStrings.openCalendar} /> : null;
}

function WayTo({ href, text }: { readonly href: string; readonly text: string }): ReactNode {
  return (
    <Link href={href} className="button button-primary">
      {text}
    </Link>
  );
}

interface WarningsProps {
  readonly title: string;
  readonly warnings: readonly ImportWarning[];
  readonly counts: ImportReading['warningCounts'];
}

/** By their kinds, each with what it is about. */
function Warnings({ title, warnings, counts }: WarningsProps): ReactNode {
  const told = (Object.keys(importStrings.kinds) as ImportWarning['kind'][]).flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [{ kind, count, own: warnings.filter((warning) => warning.kind === kind) }];
  });
  if (told.length === 0) return null;
  return (
    <div className="import-warnings">
      <h4 className="import-warnings-title">{title}</h4>
      {told.map(({ kind, count, own }) => (
        <details key={kind} className="import-warning-group" open={kind === 'conflict'}>
          <summary>
            <span>{importStrings.kinds[kind]}</span>
            <span className="import-warning-count">{numberText(count)}</span>
          </summary>
          <ul className="import-warning-list">
            {[...Map.groupBy(own, ({ message }) => message)].map(([message, same]) => (
              <Same key={message} message={message} paths={same.map(({ path }) => path)} />
            ))}
            {count > own.length && <li className="import-more">{importStrings.more(count - own.length)}</li>}
          </ul>
        </details>
      ))}
    </div>
  );
}

/** What is told of one file, or once of all of which the same is told. */
function Same({ message, paths }: { readonly message: string; readonly paths: readonly string[] }): ReactNode {
  const [path] = paths;
  if (paths.length === 1)
    return (
      <li>
        <bdi className="import-path">{path}</bdi>
        <span>{message}</span>
      </li>
    );
  return (
    <li>
      <span>{message}</span>
      <ul className="import-paths">
        {paths.map((each, index) => (
          // The same path can be there several times, and the list never changes.
          <li key={index}>
            <bdi className="import-path">{each}</bdi>
          </li>
        ))}
      </ul>
    </li>
  );
}
