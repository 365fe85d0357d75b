import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '../../../../main/contract/auth.ts';
import { ServiceError } from '../../../api/client.ts';
import { notInFeed } from '../../../api/live.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { confirm } from '../../../ui/confirm.ts';
import { IconButton } from '../../../ui/Buttons.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { notify } from '../../../ui/toasts.ts';
import { Card } from '../Card.tsx';
import { useConfig } from '../config/use-config.ts';
import { AddUser } from './AddUser.tsx';
import { strings } from './strings.ts';
import { dayText } from '../../../ui/format.ts';

/** Who there is. */
export function Users(): ReactNode {
  const { client } = useService();
  const users = useQuery({
    queryKey: ['user', 'all'],
    queryFn: ({ signal }) => client.call(routes.listUsers, { signal }),
    ...notInFeed,
  });
  const isOpen = useConfig().data?.config['SOLO_MODE'] === 'false';
  return (
    <Card title={strings.users} hint={isOpen ? strings.usersHint : strings.usersSolo} aside={<AddUser />}>
      <Loaded query={users} failed={strings.usersFailed}>
        {({ items }) => (
          <>
            <ul className="rows">
              {items.map((user) => (
                <UserRow key={user.id} user={user} />
              ))}
            </ul>
            {items.length === 1 && <p className="settings-hint">{strings.noOthers}</p>}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function UserRow({ user: { id, username, isOwner, hasPassword, createdAt } }: { readonly user: User }): ReactNode {
  const remove = useRemoveUser();
  const ask = async (): Promise<void> => {
    const goAhead = await confirm({ title: strings.removeTitle(username), text: strings.removeText, action: strings.removeAction });
    if (goAhead) remove({ id, username });
  };
  return (
    <li className="row">
      <span className="row-main">
        <bdi className="row-name">{username}</bdi>
        {isOwner && <span className="badge">{strings.owner}</span>}
        <span className="row-detail">
          {strings.since(dayText(new Date(createdAt)))}
          {!hasPassword && ` · ${strings.noPassword}`}
        </span>
      </span>
      {!isOwner && <IconButton size="small" icon={Trash2} label={strings.remove(username)} onClick={() => void ask()} />}
    </li>
  );
}

function useRemoveUser(): (user: Pick<User, 'id' | 'username'>) => void {
  const { client, queries } = useService();
  const { mutate } = useMutation({
    mutationFn: async ({ id }: Pick<User, 'id' | 'username'>) => {
      try {
        await client.call(routes.deleteUser, { params: { id } });
      } catch (error) {
        // Another client was faster.
        if (!(error instanceof ServiceError && error.status === 404)) throw error;
      }
    },
    meta: { failed: strings.removeFailed },
    onSuccess: async (_nothing, { username }) => {
      notify({ title: strings.removed(username) });
      await queries.invalidateQueries({ queryKey: ['user', 'all'] });
    },
  });
  return mutate;
}
