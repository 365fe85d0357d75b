import { FileUp } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/toasts.ts';
import { tellOfEvents } from '../event-cache.ts';
import { useImportCalendar } from './files.ts';
import { strings } from './strings.ts';
import type { Calendar } from '../../../api/calendars.ts';

interface ImportDialogProps {
  /** Null: closed. */
  readonly calendar: Calendar | null;
  readonly onClose: () => void;
}

/** Chooses a file, tells what would come of it, and brings it into a calendar. */
export function ImportDialog({ calendar, onClose }: ImportDialogProps): ReactNode {
  // While it disappears it still shows what it showed.
  const [shown, setShown] = useState(calendar);
  if (calendar !== null && calendar !== shown) setShown(calendar);
  const [file, setFile] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const service = useService();
  const trying = useImportCalendar();
  const importing = useImportCalendar();
  const report = trying.data ?? null;
  const count = report === null ? 0 : report.created + report.updated + report.kept;
  const close = (): void => {
    onClose();
  };
  const choose = (chosen: File | undefined): void => {
    if (chosen === undefined || shown === null) return;
    setFile(chosen);
    importing.reset();
    trying.mutate({ calendar: shown, file: chosen, isDryRun: true });
  };
  const run = (): void => {
    if (file === null || shown === null || importing.isPending) return;
    importing.mutate(
      { calendar: shown, file, isDryRun: false },
      {
        onSuccess: ({ created, updated, kept, batchId }) => {
          const what = strings.imported(created, updated, kept, shown.name);
          if (batchId === null) notify({ title: what });
          else tellOfEvents(service, what, [batchId]);
          close();
        },
      },
    );
  };
  const problem = trying.error ?? importing.error;
  return (
    <Dialog
      open={calendar !== null}
      onClose={close}
      onClosed={() => {
        setShown(null);
        setFile(null);
        trying.reset();
        importing.reset();
      }}
      size="small"
      title={strings.importTitle(shown?.name ?? '')}
      actions={
        <>
          <Button onClick={close}>{strings.cancel}</Button>
          <Button primary disabled={count === 0} aria-disabled={importing.isPending} onClick={run}>
            {importing.isPending ? strings.importing : strings.importAction}
          </Button>
        </>
      }
    >
      <p className="dialog-text">{strings.importText}</p>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        accept=".ics,.ical,.ifb,text/calendar"
        aria-label={strings.chooseFile}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button data-autofocus onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" />
        {file === null ? strings.chooseFile : file.name}
      </Button>
      <div className="ics-report" role="status">
        {trying.isPending && <p>{strings.looking}</p>}
        {problem !== null && <p className="field-problem">{problem.message}</p>}
        {report !== null && problem === null && <Report report={report} />}
      </div>
    </Dialog>
  );
}

type ReportData = NonNullable<ReturnType<typeof useImportCalendar>['data']>;

function Report({
  report: { created, updated, unchanged, kept, conflicts, silentAlarms, skipped, lost },
}: {
  readonly report: ReportData;
}): ReactNode {
  return (
    <>
      <p>{strings.wouldDo(created, updated, unchanged, kept)}</p>
      {kept > 0 && <Losses title={strings.kept(kept)} items={conflicts.map(({ second }) => second)} />}
      {silentAlarms > 0 && <p>{strings.silentAlarms(silentAlarms)}</p>}
      {skipped.length > 0 && (
        <Losses
          title={strings.skipped(skipped.length)}
          items={skipped.map(({ uid, title, reason }) => `${title ?? (uid === '' ? strings.noUid : uid)}: ${reason}`)}
        />
      )}
      {lost.length > 0 && (
        <Losses
          title={strings.lost(lost.length)}
          items={lost.map(({ uid, property }) => (uid === null ? property : `${uid}: ${property}`))}
        />
      )}
    </>
  );
}

/** How many losses are listed. */
const maxListed = 50;

function Losses({ title, items }: { readonly title: string; readonly items: readonly string[] }): ReactNode {
  return (
    <details className="import-losses">
      <summary>{title}</summary>
      <ul>
        {items.slice(0, maxListed).map((item, index) => (
          // A list that stays as it is, of texts that repeat.
          <li key={index}>{item}</li>
        ))}
      </ul>
    </details>
  );
}
