import './model-status.css';
import type { ReactNode } from 'react';
import type { LocalModel } from '../../main/contract/ai.ts';
import { Button } from './Buttons.tsx';
import { locale } from './format.ts';

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const speed = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

const states: Readonly<Record<LocalModel['state'], string>> = {
  stopped: 'Stopped',
  starting: 'Being loaded…',
  ready: 'Ready',
  stopping: 'Stopping…',
  failed: 'Failed',
};

const strings = {
  start: 'Start',
  stop: 'Stop',
  restart: 'Restart',
  loading: 'The model is being loaded',
  onDemand: 'The first question starts it.',
  memory: (bytes: number): string => `${number.format(bytes / 2 ** 20)} MB`,
  speed: (tokens: number): string => `${speed.format(tokens)} tokens/s`,
  context: (tokens: number): string => `${number.format(tokens)} tokens of context`,
} as const;

interface ModelStatusProps {
  readonly model: LocalModel;
  /** Null where it may only be looked at. */
  readonly control: {
    readonly start: () => void;
    readonly stop: () => void;
    readonly restart: () => void;
    readonly isBusy: boolean;
  } | null;
}

/** How the built-in model is, and what can be done about it. */
export function ModelStatus({ model, control }: ModelStatusProps): ReactNode {
  const { state, modelName, loadProgress, error } = model;
  const runs = state === 'starting' || state === 'ready';
  return (
    <div className="model-status" data-state={state}>
      <p className="model-status-line" role="status">
        <span className="model-status-dot" aria-hidden="true" />
        <span className="model-status-state">{states[state]}</span>
        {modelName !== null && <span className="model-status-name">{modelName}</span>}
      </p>
      {state === 'starting' && (
        <progress
          className="model-status-progress"
          aria-label={strings.loading}
          {...(loadProgress === null ? {} : { value: loadProgress })}
        />
      )}
      <Figures model={model} />
      {error !== null && (
        <p className="model-status-error" role="alert">
          {error}
        </p>
      )}
      {control !== null && (
        <div className="model-status-actions">
          {!runs && (
            <Button disabled={control.isBusy || state === 'stopping'} onClick={control.start}>
              {strings.start}
            </Button>
          )}
          {runs && (
            <Button disabled={control.isBusy} onClick={control.stop}>
              {strings.stop}
            </Button>
          )}
          {state === 'ready' && (
            <Button tone="quiet" disabled={control.isBusy} onClick={control.restart}>
              {strings.restart}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Figures({ model: { state, memoryBytes, tokensPerSecond, contextSize } }: { readonly model: LocalModel }): ReactNode {
  const figures = [
    memoryBytes === null ? null : strings.memory(memoryBytes),
    tokensPerSecond === null ? null : strings.speed(tokensPerSecond),
    contextSize === null ? null : strings.context(contextSize),
  ].filter((figure) => figure !== null);
  if (figures.length === 0) return state === 'stopped' ? <p className="model-status-figures">{strings.onDemand}</p> : null;
  return (
    <p className="model-status-figures">
      {figures.map((figure) => (
        <span key={figure}>{figure}</span>
      ))}
    </p>
  );
}
