import type { ReactNode } from 'react';
import type { KnownKey } from '../../../../main/contract/config-keys.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Card } from '../Card.tsx';
import { ConfigForm } from './ConfigForm.tsx';
import { KeyFields } from './KeyFields.tsx';
import { strings } from './strings.ts';
import { useConfig, useSaveConfig } from './use-config.ts';

interface KeyCardProps {
  readonly title: string;
  readonly keys: readonly KnownKey[];
}

/** A card of keys of the configuration, which are saved by themselves. */
export function KeyCard({ title, keys }: KeyCardProps): ReactNode {
  const config = useConfig();
  const saving = useSaveConfig();
  return (
    <Loaded query={config} failed={strings.failed}>
      {(read) => (
        <ConfigForm owns={(key) => keys.some((owned) => owned === key)} saving={saving}>
          <Card title={title}>
            <KeyFields keys={keys} config={read} saving={saving} />
          </Card>
        </ConfigForm>
      )}
    </Loaded>
  );
}
