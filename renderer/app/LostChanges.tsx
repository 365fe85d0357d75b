import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { readSetting, writeSetting } from '../api/remembered.ts';
import { routes } from '../api/routes.ts';
import { useService } from '../api/service.ts';
import { announce } from '../ui/announce.tsx';
import { Button } from '../ui/Buttons.tsx';
import { momentText } from '../ui/format.ts';
import { Banner } from '../ui/Message.tsx';
import { strings } from './strings.ts';

/** In this browser: which loss the owner has taken note of. */
const setting = 'knownLoss';

/** Tells the owner, on every page, that the newest changes were missing when the service started, until it is known. */
export function LostChanges(): ReactNode {
  const { client } = useService();
  const me = useQuery({ queryKey: ['user', 'me'], queryFn: ({ signal }) => client.call(routes.me, { signal }) });
  const { data } = useQuery({
    queryKey: ['data', 'backups'],
    queryFn: ({ signal }) => client.call(routes.listBackups, { signal }),
    enabled: me.data?.isOwner === true,
  });
  const [known, setKnown] = useState(() => readSetting(setting));
  const lost = data?.lost ?? null;
  const loss = lost === null ? null : `${lost.after}-${lost.upTo}`;
  const backup = data?.items.find(({ file }) => file === lost?.backup);
  // A restore that is prepared is told beside the backups.
  const isTold = loss !== null && loss !== known && data?.restore === null;
  const text = isTold ? strings.lost.text(backup === undefined ? null : momentText(new Date(backup.madeAt))) : null;
  useEffect(() => {
    if (text !== null) announce(text);
  }, [text]);
  if (text === null) return null;
  return (
    <Banner
      label={strings.lost.label}
      action={
        <>
          {backup !== undefined && (
            <Link href="/settings/data" className="button button-plain">
              {strings.lost.toBackups}
            </Link>
          )}
          <Button
            onClick={() => {
              writeSetting(setting, loss);
              setKnown(loss);
            }}
          >
            {strings.lost.known}
          </Button>
        </>
      }
    >
      {text}
    </Banner>
  );
}
