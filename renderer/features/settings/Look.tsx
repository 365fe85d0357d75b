import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { chooseLinkPreviews, showsLinkPreviews } from '../../api/remembered.ts';
import { Switch } from '../../ui/Toggles.tsx';
import { chooseTheme, themes, useTheme, type Theme } from '../../ui/theme.ts';
import { Card } from './Card.tsx';
import { lookStrings as strings } from './part-strings.ts';

const icons: Readonly<Record<Theme, LucideIcon>> = { system: Monitor, light: Sun, dark: Moon };

/** What this browser alone keeps. */
export function Look(): ReactNode {
  return (
    <>
      <ThemeChoice />
      <Previews />
    </>
  );
}

function Previews(): ReactNode {
  const [on, setOn] = useState(showsLinkPreviews);
  const choose = (next: boolean): void => {
    chooseLinkPreviews(next);
    setOn(next);
  };
  return (
    <Card title={strings.links} hint={strings.previewsHint}>
      <label className="switch-row">
        <Switch checked={on} onChange={choose} />
        {strings.previews}
      </label>
    </Card>
  );
}

/** Light or dark. */
function ThemeChoice(): ReactNode {
  const theme = useTheme();
  const labelId = useId();
  return (
    <Card title={strings.theme} titleId={labelId} hint={strings.themeHint}>
      <RadioGroup
        className="themes"
        aria-labelledby={labelId}
        value={theme}
        onValueChange={(next) => {
          chooseTheme(next);
        }}
      >
        {themes.map((name) => {
          const Icon = icons[name];
          return (
            <label key={name} className="theme-choice" data-chosen={name === theme}>
              <Radio.Root value={name} className="radio">
                <Radio.Indicator className="radio-mark" />
              </Radio.Root>
              <Icon aria-hidden="true" />
              {strings.themes[name]}
            </label>
          );
        })}
      </RadioGroup>
    </Card>
  );
}
