import './restored.css';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Buttons.tsx';

interface RestoredProps {
  readonly text: string;
  /** What the button says that does without it. */
  readonly action: string;
  readonly onDiscard: () => void;
}

/** Says that what stands in the fields was written earlier and never saved. */
export function Restored({ text, action, onDiscard }: RestoredProps): ReactNode {
  return (
    <div className="restored" role="status">
      <RotateCcw aria-hidden="true" />
      <p>{text}</p>
      <Button tone="quiet" onClick={onDiscard}>
        {action}
      </Button>
    </div>
  );
}
