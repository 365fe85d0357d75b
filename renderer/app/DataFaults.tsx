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

// A check after a stop that was not clean ends once the page is there, and a daily backup may find damage at any time.
const lookAgainMs = 5 * 60_000;

interface Fault {
  readonly words: { readonly label: string; readonly text: (backup: string | null) => string };
  /** When the backup was made that can be gone back to. */
  readonly backup: string | null;
  /** In this browser: which fault of the kind the owner has taken note of. */
  readonly setting: string;
  /** What tells it from others of its kind. */
  readonly id: string;
}

/** Tells the owner, on every page, what the service has found wrong with its data, until it is known: changes that are missing, damage. */
export function DataFaults(): ReactNode {
  const { data } = useBackups({ enabled: useIsOwner(), refetchInterval: lookAgainMs });
  const [known, setKnown] = useState<Readonly<Record<string, string>>>({});
  const faults = faultsIn(data).filter(({ setting, id }) => (known[setting] ?? readSetting(setting)) !== id);
  const told = faults.map(({ words, backup }) => words.text(backup)).join(' ');
  useEffect(() => {
    if (told !== '') announce(told);
  }, [told]);
  return faults.map(({ words, backup, setting, id }) => (
    <Banner
      key={setting}
      label={words.label}
      action={
        <>
          {backup !== null && (
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
      {words.text(backup)}
    </Banner>
  ));
}

function faultsIn(list: BackupList | undefined): Fault[] {
  // A restore that is prepared is told beside the backups.
  if (list === undefined || list.restore !== null) return [];
  const { items, lost, damage } = list;
  const when = (backup: Backup | undefined): string | null => (backup === undefined ? null : momentText(new Date(backup.madeAt)));
  const faults: Fault[] = [];
  if (lost !== null) {
    const backup = when(items.find(({ file }) => file === lost.backup));
    faults.push({ words: strings.lost, backup, setting: 'knownLoss', id: `${lost.after}-${lost.upTo}` });
  }
  if (damage !== null) faults.push({ words: strings.damaged, backup: when(items[0]), setting: 'knownDamage', id: damage.flaw });
  return faults;
}
