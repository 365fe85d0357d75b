import type { ReactNode } from 'react';
import { Export } from './Export.tsx';
import { Import } from './Import.tsx';

/** What comes in from other programs, and goes out as plain files. */
export function MovingPart(): ReactNode {
  return (
    <>
      <Import />
      <Export />
    </>
  );
}
