import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Message } from './Message.tsx';
import { strings } from './strings.ts';

interface NoModelProps {
  /** What cannot be done without one. */
  readonly title: string;
  readonly level?: 2 | 3;
  readonly isOwner: boolean;
}

/** Stands in the place of what needs a model, while none and no provider is set up; leads its owner to the settings. */
export function NoModel({ title, level = 2, isOwner }: NoModelProps): ReactNode {
  const toSettings = (
    <Link href="/settings/models" className="button button-plain">
      {strings.openSettings}
    </Link>
  );
  return (
    <Message icon={TriangleAlert} title={title} level={level} action={isOwner ? toSettings : null}>
      {isOwner ? strings.noModelHint : strings.noModelGuest}
    </Message>
  );
}
