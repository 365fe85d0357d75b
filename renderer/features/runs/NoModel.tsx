import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Message } from '../../ui/Message.tsx';
import { strings } from './strings.ts';

/** Stands in the place of the form while no model or provider is set up. */
export function NoModel({ isOwner }: { readonly isOwner: boolean }): ReactNode {
  if (!isOwner)
    return (
      <Message icon={TriangleAlert} title={strings.noModel}>
        {strings.noModelGuest}
      </Message>
    );
  return (
    <Message
      icon={TriangleAlert}
      title={strings.noModel}
      action={
        <Link href="/settings/models" className="button button-plain">
          {strings.openSettings}
        </Link>
      }
    >
      {strings.noModelHint}
    </Message>
  );
}
