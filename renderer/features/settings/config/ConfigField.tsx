import { useId, type ReactNode } from 'react';
import type { KeyTraits } from '../../../../main/contract/config-keys.ts';
import { Select } from '../../../ui/Select.tsx';
import { drafts, useDrafts } from './drafts.ts';
import { SecretInput } from './SecretInput.tsx';
import { strings } from './strings.ts';
import type { Config } from './saved-config.ts';

interface ConfigFieldProps {
  readonly traits: KeyTraits;
  readonly label: string;
  readonly config: Config;
  /** Why its value was not taken. */
  readonly fault: string | undefined;
  /** Names for values of which there are only a few. */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** Stands in place of a field of its own. */
  readonly children?: (value: string, change: (value: string) => void) => ReactNode;
}

/** One key of the configuration: what it is for, what it is, and when a change counts. */
export function ConfigField({ traits, label, config, fault, names, children }: ConfigFieldProps): ReactNode {
  const { key, secret, restart, help } = traits;
  const id = useId();
  const draft = useDrafts()[key];
  const stored = config.config[key] ?? null;
  const value = draft === undefined ? (stored ?? '') : (draft ?? '');
  const change = (next: string): void => {
    if (next === (stored ?? '')) drafts.discard([key]);
    else drafts.set(key, next === '' ? null : next);
  };
  const isOverridden = config.overridden.includes(key);
  const described = `${id}-help${isOverridden ? ` ${id}-overridden` : ''}${fault === undefined ? '' : ` ${id}-fault`}`;
  return (
    <div className="config-field" data-changed={draft !== undefined}>
      <div className="config-field-head">
        <label className="field-label" htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
        <code className="config-key">{key}</code>
        <Badges applies={appliesAt(config, key, restart)} isOverridden={isOverridden} />
      </div>
      {children?.(value, change) ??
        (secret ? (
          <SecretInput
            id={id}
            label={label}
            isSet={stored !== null}
            draft={draft}
            described={described}
            isFaulty={fault !== undefined}
            onDraft={(next) => {
              if (next === undefined) drafts.discard([key]);
              else drafts.set(key, next);
            }}
          />
        ) : traits.choices !== null ? (
          <Select
            label={label}
            value={value}
            options={['', ...traits.choices].map((choice) => ({ value: choice, name: names?.[choice] ?? choice }))}
            onChange={change}
          />
        ) : (
          <input
            id={id}
            className="input"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            inputMode={key.endsWith('PORT') ? 'numeric' : undefined}
            placeholder={traits.default === null ? strings.notSet : strings.usual(traits.default)}
            aria-describedby={described}
            aria-invalid={fault !== undefined}
            value={value}
            onChange={({ target }) => {
              change(target.value);
            }}
          />
        ))}
      <p id={`${id}-help`} className="field-hint">
        <HelpText>{help}</HelpText>
      </p>
      {fault !== undefined && (
        <p id={`${id}-fault`} className="field-problem" role="alert">
          {fault}
        </p>
      )}
      {isOverridden && (
        <p id={`${id}-overridden`} className="config-overridden">
          {strings.overriddenHint}
        </p>
      )}
    </div>
  );
}

type Applies = 'now' | 'later' | 'pending' | 'atNextLoad';

/** When a change of the key counts, or when the last one will that does not count yet. */
function appliesAt({ restartRequired, appliesAtNextLoad }: Config, key: string, restart: boolean): Applies {
  if (restartRequired.includes(key)) return 'pending';
  if (appliesAtNextLoad.includes(key)) return 'atNextLoad';
  return restart ? 'later' : 'now';
}

function Badges({ applies, isOverridden }: { readonly applies: Applies; readonly isOverridden: boolean }): ReactNode {
  const waits = applies === 'pending' || applies === 'atNextLoad';
  return (
    <span className="config-badges">
      {isOverridden && <span className="badge badge-warn">{strings.overridden}</span>}
      <span className={`badge ${waits ? 'badge-warn' : ''}`}>{strings.applies[applies]}</span>
    </span>
  );
}

/** A sentence in which what stands between backticks is code. */
function HelpText({ children }: { readonly children: string }): ReactNode {
  return children.split('`').map((part, index) => (index % 2 === 1 ? <code key={`${index}${part}`}>{part}</code> : part));
}
