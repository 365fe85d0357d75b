import type { ReactNode } from 'react';
import { Button } from '../../../ui/Buttons.tsx';
import { strings } from './strings.ts';
import type { Draft } from './use-draft.ts';

/** Asks whose text shall stay when two have written at once. */
export function Dispute({ draft: { isDisputed, resolve } }: { readonly draft: Draft }): ReactNode {
  if (!isDisputed) return null;
  return (
    <div className="dispute" role="alert">
      <p>{strings.theirs}</p>
      <Button
        onClick={() => {
          resolve('theirs');
        }}
      >
        {strings.takeTheirs}
      </Button>
      <Button
        onClick={() => {
          resolve('mine');
        }}
      >
        {strings.keepMine}
      </Button>
    </div>
  );
}
