import type { ReactNode } from 'react';
import { keyTraits, type KnownKey } from '../../../../main/contract/config-keys.ts';
import { ConfigField } from './ConfigField.tsx';
import { strings } from './strings.ts';
import type { Config } from './saved-config.ts';
import type { SaveConfig } from './use-config.ts';

interface KeyFieldsProps {
  readonly keys: readonly KnownKey[];
  readonly config: Config;
  readonly saving: SaveConfig;
}

/** Fields for keys of the configuration. */
export function KeyFields({ keys, config, saving }: KeyFieldsProps): ReactNode {
  return keys.map((key) => {
    const traits = keyTraits.find((known) => known.key === key);
    return (
      traits !== undefined && (
        <ConfigField
          key={key}
          traits={traits}
          label={strings.labels[key]}
          names={strings.choices[key]}
          config={config}
          fault={saving.faults[key]}
        />
      )
    );
  });
}
