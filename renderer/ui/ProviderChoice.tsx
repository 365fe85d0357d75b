import type { ReactNode } from 'react';
import type { AiProvider } from '../../main/contract/ai.ts';
import type { Providers } from '../api/use-providers.ts';
import { Select } from './Select.tsx';
import { strings } from './strings.ts';

/** Who answers, and with which model where there is a choice. Nothing before the providers have been read. */
export function ProviderChoice({
  providers: { all = [], current, choose, model, models, chooseModel },
  tone = 'quiet',
}: {
  readonly providers: Providers;
  readonly tone?: 'plain' | 'quiet';
}): ReactNode {
  if (current === undefined) return null;
  return (
    <>
      <Select
        tone={tone}
        label={strings.provider}
        value={current.id}
        options={all.map((provider) => ({ value: provider.id, name: nameOf(provider) }))}
        onChange={choose}
      />
      {(models.length > 1 || model !== null || (models.length === 1 && current.kind !== 'local')) && (
        <Select
          tone={tone}
          label={strings.model}
          value={model ?? ''}
          options={[
            { value: '', name: current.model === null ? strings.usualModel : strings.usualModelNamed(current.model) },
            ...models.map((id) => ({ value: id, name: id })),
          ]}
          onChange={(id) => {
            chooseModel(id === '' ? null : id);
          }}
        />
      )}
    </>
  );
}

function nameOf({ kind, profile, baseUrl }: AiProvider): string {
  if (kind === 'local') return strings.local;
  if (kind === 'profile') return strings.profile(profile ?? '');
  return baseUrl !== null && URL.canParse(baseUrl) ? strings.standardAt(new URL(baseUrl).host) : strings.standard;
}
