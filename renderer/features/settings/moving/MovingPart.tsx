import type { ReactNode } from 'react';
import { Import } from './Import.tsx';

/** What comes in from other programs. */
export function MovingPart(): ReactNode {
  return <Import />;
}
