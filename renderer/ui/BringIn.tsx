import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { strings } from './strings.ts';

/** The way to the import, where there is nothing yet: most people have their notes and boards somewhere else. */
export function BringIn(): ReactNode {
  return (
    <Link href="/settings/moving" className="button button-quiet">
      {strings.bringIn}
    </Link>
  );
}
