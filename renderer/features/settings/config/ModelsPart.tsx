import { useState, type ReactNode } from 'react';
import { profileOfKey } from '../../../../main/contract/config-keys.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Card } from '../Card.tsx';
import { AddProfile } from './AddProfile.tsx';
import { ConfigForm } from './ConfigForm.tsx';
import { useDrafts, profilesIn } from './drafts.ts';
import { KeyFields } from './KeyFields.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { strings } from './strings.ts';
import { useConfig, useSaveConfig } from './use-config.ts';
import { useLocalModel, useLocalModelControl, useSetModelPath } from '../../../api/local-model.ts';
import { ModelFile } from '../../../ui/ModelFile.tsx';
import { ModelStatus } from '../../../ui/ModelStatus.tsx';

const plain = ['AI_BASE_URL', 'AI_API_KEY', 'AI_MODEL'] as const;
const local = ['LOCAL_MODEL_PATH', 'LLAMA_SERVER_PORT'] as const;
const embedding = ['EMBEDDING_MODEL_PATH', 'EMBEDDING_MODEL'] as const;
const owned: readonly string[] = ['AI_PROFILE', ...plain, ...local, ...embedding];

/** Which models answer, and with which keys they are asked. */
export function ModelsPart(): ReactNode {
  const config = useConfig();
  const saving = useSaveConfig();
  const values = useDrafts();
  const [added, setAdded] = useState<readonly string[]>([]);
  return (
    <Loaded query={config} failed={strings.failed}>
      {(read) => {
        const active = values['AI_PROFILE'] === undefined ? (read.config['AI_PROFILE'] ?? null) : values['AI_PROFILE'];
        const profiles = profilesIn(read.config, values, added, active);
        return (
          <ConfigForm owns={(key) => owned.includes(key) || profileOfKey(key) !== null} saving={saving}>
            <Card
              title={strings.remote}
              hint={strings.remoteHint}
              aside={
                <AddProfile
                  taken={profiles}
                  onAdd={(name) => {
                    setAdded([...added, name]);
                  }}
                />
              }
            >
              <KeyFields keys={['AI_PROFILE']} config={read} saving={saving} />
            </Card>
            {profiles.map((name) => (
              <ProfileCard
                key={name}
                name={name}
                isActive={name === active}
                config={read}
                saving={saving}
                onRemoved={() => {
                  setAdded(added.filter((other) => other !== name));
                }}
              />
            ))}
            <Card title={strings.plain} hint={strings.plainHint}>
              <KeyFields keys={plain} config={read} saving={saving} />
            </Card>
            <Card title={strings.local} hint={strings.localHint}>
              <LocalModelPart />
              <KeyFields keys={local} config={read} saving={saving} />
            </Card>
            <Card title={strings.embedding} hint={strings.embeddingHint}>
              <KeyFields keys={embedding} config={read} saving={saving} />
            </Card>
          </ConfigForm>
        );
      }}
    </Loaded>
  );
}

/** How the built-in model is, with start and stop; and the system's dialog for its file, where there is one. */
function LocalModelPart(): ReactNode {
  const { data } = useLocalModel(true);
  const control = useLocalModelControl(strings.localModelFailed);
  const setPath = useSetModelPath();
  return (
    <>
      {data !== undefined && <ModelStatus model={data} control={control} />}
      <ModelFile onChoose={setPath} withField={false} />
    </>
  );
}
