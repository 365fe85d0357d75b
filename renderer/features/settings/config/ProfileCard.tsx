import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { keyTraits, profileKey, providerFields } from '../../../../main/contract/config-keys.ts';
import { Button, IconButton } from '../../../ui/Buttons.tsx';
import { Card } from '../Card.tsx';
import { ConfigField } from './ConfigField.tsx';
import { drafts, keysOfProfile } from './drafts.ts';
import { strings } from './strings.ts';
import type { Config } from './saved-config.ts';
import type { SaveConfig } from './use-config.ts';

interface ProfileCardProps {
  readonly name: string;
  readonly isActive: boolean;
  readonly config: Config;
  readonly saving: SaveConfig;
  readonly onRemoved: () => void;
}

/** An address, a key and a model that are used together. */
export function ProfileCard({ name, isActive, config, saving, onRemoved }: ProfileCardProps): ReactNode {
  const setActive = (active: string | null): void => {
    if (active === (config.config['AI_PROFILE'] ?? null)) drafts.discard(['AI_PROFILE']);
    else drafts.set('AI_PROFILE', active);
  };
  const remove = (): void => {
    for (const key of keysOfProfile(name)) {
      if ((config.config[key] ?? null) === null) drafts.discard([key]);
      else drafts.set(key, null);
    }
    if (isActive) setActive(null);
    onRemoved();
  };
  return (
    <Card
      title={strings.profile(name)}
      aside={
        <span className="profile-actions">
          {isActive && <span className="badge badge-good">{strings.active}</span>}
          <Button
            onClick={() => {
              setActive(isActive ? null : name);
            }}
          >
            {isActive ? strings.deactivate : strings.activate}
          </Button>
          <IconButton icon={Trash2} label={strings.removeProfile} onClick={remove} />
        </span>
      }
    >
      {providerFields.map((field) => {
        const key = profileKey(name, field);
        const plain = keyTraits.find((known) => known.key === `AI_${field}`);
        return (
          plain !== undefined && (
            <ConfigField
              key={key}
              traits={{ ...plain, key }}
              label={strings.labels[plain.key]}
              config={config}
              fault={saving.faults[key]}
            />
          )
        );
      })}
    </Card>
  );
}
