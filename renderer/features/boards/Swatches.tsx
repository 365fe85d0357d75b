import './swatches.css';
import type { ReactNode } from 'react';
import { colorNames, palette } from '../../ui/palette.ts';
import { strings } from './strings.ts';

/** Chooses a colour. */
export function Swatches({ color, onChange }: { readonly color: string; readonly onChange: (color: string) => void }): ReactNode {
  return (
    <div className="board-swatches" role="radiogroup" aria-label={strings.color}>
      {palette.map((each) => (
        <button
          key={each}
          type="button"
          role="radio"
          className="board-swatch"
          aria-checked={each === color}
          aria-label={colorNames[each]}
          title={colorNames[each]}
          style={{ backgroundColor: each }}
          onClick={() => {
            onChange(each);
          }}
        />
      ))}
    </div>
  );
}
