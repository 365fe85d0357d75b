import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from '../../../ui/Buttons.tsx';
import { readSetting, writeSetting } from '../../../api/remembered.ts';
import { MiniMonth } from './MiniMonth.tsx';
import { miniStrings } from '../page-strings.ts';

const setting = 'calendar.month';

/** The small month beside the calendar, which can be folded away. */
export function SideMonth(month: Omit<Parameters<typeof MiniMonth>[0], 'lead'>): ReactNode {
  const [isShown, setShown] = useState(() => readSetting(setting) !== 'off');
  const toggle = (
    <IconButton
      size="small"
      icon={isShown ? ChevronDown : ChevronRight}
      label={isShown ? miniStrings.hide : miniStrings.show}
      aria-expanded={isShown}
      onClick={() => {
        setShown(!isShown);
        writeSetting(setting, isShown ? 'off' : null);
      }}
    />
  );
  return <div className="side-month">{isShown ? <MiniMonth {...month} lead={toggle} /> : <FoldedMonth lead={toggle} />}</div>;
}

function FoldedMonth({ lead }: { readonly lead: ReactNode }): ReactNode {
  return (
    <div className="mini-head">
      {lead}
      <span className="mini-name">{miniStrings.month}</span>
    </div>
  );
}
