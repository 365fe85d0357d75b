import type { ReactNode } from 'react';
import { keyTraits, profileOfKey } from '../../../../main/contract/config-keys.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Card } from '../Card.tsx';
import { ConfigForm } from './ConfigForm.tsx';
import { KeyFields } from './KeyFields.tsx';
import { strings } from './strings.ts';
import type { Config } from './saved-config.ts';
import { useConfig, useSaveConfig } from './use-config.ts';

const ports = ['PORT', 'FRONTEND_PORT', 'NODE_ENV'] as const;
const kept = ['TRASH_DAYS', 'HISTORY_DAYS'] as const;
const workspace = ['WORKSPACE_ROOT'] as const;
const owned: readonly string[] = [...ports, ...kept, ...workspace];

/** How the service runs. */
export function ServicePart(): ReactNode {
  const config = useConfig();
  const saving = useSaveConfig();
  return (
    <Loaded query={config} failed={strings.failed}>
      {(read) => (
        <ConfigForm owns={(key) => owned.includes(key)} saving={saving}>
          <Card title={strings.ports}>
            <KeyFields keys={ports} config={read} saving={saving} />
          </Card>
          <Card title={strings.kept}>
            <KeyFields keys={kept} config={read} saving={saving} />
          </Card>
          <Card title={strings.workspace}>
            <KeyFields keys={workspace} config={read} saving={saving} />
          </Card>
          <Others config={read} />
        </ConfigForm>
      )}
    </Loaded>
  );
}

function Others({ config }: { readonly config: Config }): ReactNode {
  const others = Object.entries(config.config).filter(
    ([key]) => profileOfKey(key) === null && !keyTraits.some((known) => known.key === key),
  );
  if (others.length === 0) return null;
  return (
    <Card title={strings.others} hint={strings.othersHint}>
      <dl className="config-others">
        {others.map(([key, value]) => (
          <div key={key}>
            <dt>
              <code>{key}</code>
            </dt>
            <dd>{value ?? strings.notSet}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
