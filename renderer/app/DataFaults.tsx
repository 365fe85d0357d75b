import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Backup } from '../../main/contract/backups.ts';
import { readSetting, writeSetting } from '../api/remembered.ts';
import { useBackups, type BackupList } from '../api/use-backups.ts';
import { useIsOwner } from '../api/use-me.ts';
import { announce } from '../ui/announce.tsx';
import { Button } from '../ui/Buttons.tsx';
import { momentText } from '../ui/format.ts';
import { Banner } from '../ui/Message.tsx';
import { strings } from './strings.ts';

// A check after a stop that was not clean ends once the page is there, a daily backup may find damage, and the database may be removed.
const lookAgainMs = 60_000;

interface Fault {
  readonly label: string;
  readonly text: string;
  /** Whether there is a backup that can be gone back to. */
  readonly leads: boolean;
  /** In this browser: which fault of the kind the owner has taken note of. */
  readonly setting: string;
  /** What tells it from others of its kind. */
  readonly id: string;
}

/** Tells the owner, on every page, what the service has found wrong with its data and its backups, until it is known. */
export function DataFaults(): ReactNode {
  const { data } = useBackups({ enabled: useIsOwner(), refetchInterval: lookAgainMs });
  const [known, setKnown] = useState<Readonly<Record<string, string>>>({});
  const faults = faultsIn(data).filter(({ setting, id }) => (known[setting] ?? readSetting(setting)) !== id);
  const told = faults.map(({ text }) => text).join(' ');
  useEffect(() => {
    if (told !== '') announce(told);
  }, [told]);
  return faults.map(({ label, text, leads, setting, id }) => (
    <Banner
      key={setting}
      label={label}
      action={
        <>
          {leads && (
            <Link href="/settings/data" className="button button-plain">
              {strings.toBackups}
            </Link>
          )}
          <Button
            onClick={() => {
              writeSetting(setting, id);
              setKnown({ ...known, [setting]: id });
            }}
          >
            {strings.known}
          </Button>
        </>
      }
    >
      {text}
    </Banner>
  ));
}

function faultsIn(list: BackupList | undefined): Fault[] {
  // A restore that is prepared is told beside the backups.
  if (list === undefined || list.restore !== null) return [];
  const { items, lost, damage, displaced, failed } = list;
  const when = (backup: Backup | undefined): string | null => (backup === undefined ? null : momentText(new Date(backup.madeAt)));
  const newest = when(items[0]);
  const faults: Fault[] = [];
  if (lost !== null) {
    const { label, text } = strings.lost;
    const backup = when(items.find(({ file }) => file === lost.backup));
    faults.push({ label, text: text(backup), leads: backup !== null, setting: 'knownLoss', id: `${lost.after}-${lost.upTo}` });
  }
  if (displaced !== null) {
    const { label, text } = strings.displaced;
    const { how, saved, since } = displaced;
    faults.push({ label, text: text(how, saved), leads: false, setting: 'knownDisplacement', id: since });
  }
  if (damage !== null) {
    const { label, text } = strings.damaged;
    faults.push({ label, text: text(newest), leads: newest !== null, setting: 'knownDamage', id: damage.flaw });
  } else if (failed !== null) {
    // A damaged database is in no backup: that is told already.
    const { label, text } = strings.noBackup;
    faults.push({ label, text: text(failed.reason, newest), leads: true, setting: 'knownFailure', id: failed.since });
  }
  const missing = items.find((backup) => backup.missing !== null)?.missing ?? 0;
  if (missing > 0) {
    const { label, text } = strings.missingFiles;
    faults.push({ label, text: text(missing), leads: true, setting: 'knownMissing', id: String(missing) });
  }
  return faults;
}
