import type { ReactNode } from 'react';
import { useLocalModel, useLocalModelControl, useSetModelPath } from '../../../api/local-model.ts';
import { ModelFile } from '../../../ui/ModelFile.tsx';
import { ModelStatus } from '../../../ui/ModelStatus.tsx';

const strings = { failed: 'The built-in model could not be started or stopped' } as const;

/** How the built-in model is, with start and stop; and the system's dialog for its file, where there is one. */
export function LocalModelPart(): ReactNode {
  const { data } = useLocalModel(true);
  const control = useLocalModelControl(strings.failed);
  const setPath = useSetModelPath();
  return (
    <>
      {data !== undefined && <ModelStatus model={data} control={control} />}
      <ModelFile onChoose={setPath} withField={false} />
    </>
  );
}
