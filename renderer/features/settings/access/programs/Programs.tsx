import './programs.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AccessToken } from '../../../../../main/contract/tokens.ts';
import { ServiceError } from '../../../../api/client.ts';
import { notInFeed } from '../../../../api/live.ts';
import { routes } from '../../../../api/routes.ts';
import { useService } from '../../../../api/service.ts';
import { confirm } from '../../../../ui/confirm.ts';
import { dayText, momentText } from '../../../../ui/format.ts';
import { IconButton } from '../../../../ui/Buttons.tsx';
import { Loaded } from '../../../../ui/Loaded.tsx';
import { notify } from '../../../../ui/toasts.ts';
import { useNow } from '../../../../ui/when.ts';
import { Card } from '../../Card.tsx';
import { areasFor, scopesText } from './choices.ts';
import { MakeToken } from './MakeToken.tsx';
import { strings } from './strings.ts';

/** Which programs have a token of their own; making one, and revoking it. */
export function Programs({ isOwner }: { readonly isOwner: boolean }): ReactNode {
  const { client } = useService();
  const tokens = useQuery({
    queryKey: ['token', 'all'],
    queryFn: ({ signal }) => client.call(routes.listTokens, { signal }),
    ...notInFeed,
  });
  return (
    <Card title={strings.heading} hint={strings.hint} aside={<MakeToken isOwner={isOwner} />}>
      <Loaded query={tokens} failed={strings.failed}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="settings-hint">{strings.none}</p>
          ) : (
            <ul className="rows" aria-label={strings.heading}>
              {items.map((token) => (
                <TokenRow key={token.id} token={token} isOwner={isOwner} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function TokenRow({ token, isOwner }: { readonly token: AccessToken; readonly isOwner: boolean }): ReactNode {
  const { name, scopes, createdAt, expiresAt, lastUsedAt } = token;
  const revoke = useRevoke();
  const now = useNow();
  const ask = async (): Promise<void> => {
    const goAhead = await confirm({ title: strings.revokeTitle(name), text: strings.revokeText, action: strings.revokeAction });
    if (goAhead) revoke(token);
  };
  const end = expiresAt === null ? null : new Date(expiresAt);
  const hasEnded = end !== null && end.getTime() <= now.getTime();
  const details = [
    lastUsedAt === null ? strings.unused : strings.used(momentText(new Date(lastUsedAt))),
    end === null ? strings.endless : (hasEnded ? strings.ended : strings.endsAt)(dayText(end)),
    strings.made(dayText(new Date(createdAt))),
  ];
  return (
    <li className="row">
      <div className="program">
        <span className="row-main">
          <bdi className="row-name">{name}</bdi>
          {hasEnded && <span className="badge badge-warn">{strings.hasEnded}</span>}
        </span>
        <span className="program-scopes">{scopesText(scopes, areasFor(isOwner))}</span>
        <span className="row-detail">{details.join(' · ')}</span>
      </div>
      <IconButton size="small" icon={Trash2} label={strings.revoke(name)} onClick={() => void ask()} />
    </li>
  );
}

function useRevoke(): (token: Pick<AccessToken, 'id' | 'name'>) => void {
  const { client, queries } = useService();
  const { mutate } = useMutation({
    mutationFn: async ({ id }: Pick<AccessToken, 'id' | 'name'>) => {
      try {
        await client.call(routes.deleteToken, { params: { id } });
      } catch (error) {
        // Another client was faster.
        if (!(error instanceof ServiceError && error.status === 404)) throw error;
      }
    },
    meta: { failed: strings.revokeFailed },
    onSuccess: async (_nothing, { name }) => {
      notify({ title: strings.revoked(name) });
      await queries.invalidateQueries({ queryKey: ['token', 'all'] });
    },
  });
  return mutate;
}
