import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { chooseTheme, themes, useTheme, type Theme } from '../../ui/theme.ts';
import { Card } from './Card.tsx';
import { lookStrings as strings } from './look-strings.ts';

const icons: Readonly<Record<Theme, LucideIcon>> = { system: Monitor, light: Sun, dark: Moon };

/** Light or dark. Kept by this browser alone. */
export function Look(): ReactNode {
  const theme = useTheme();
  const labelId = useId();
  return (
    <Card title={strings.theme} titleId={labelId} hint={strings.themeHint}>
      <RadioGroup className="themes" aria-labelledby={labelId} value={theme} onValueChange={(next) => { chooseTheme(next); }}>
        {themes.map((name) => {
          const Icon = icons[name];
          return (
            <label key={name} className="theme-choice" data-chosen={name === theme}>
              <Radio.Root value={name} className="radio"><Radio.Indicator className="radio-mark" /></Radio.Root>
              <Icon aria-hidden="true" />
              {strings.themes[name]}
            </label>
          );
        })}
      </RadioGroup>
    </Card>
  );
}
