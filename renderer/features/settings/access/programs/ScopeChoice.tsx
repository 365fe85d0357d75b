import type { ReactNode } from 'react';
import { scopeActions, type Scope } from '../../../../../main/contract/scopes.ts';
import { Button } from '../../../../ui/Buttons.tsx';
import { Checkbox } from '../../../../ui/Toggles.tsx';
import { areasFor, farReaching, offeredScopes, scopesOf } from './choices.ts';
import { strings } from './strings.ts';

interface ScopeChoiceProps {
  readonly isOwner: boolean;
  readonly scopes: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
  /** Nothing is chosen, and something must be. */
  readonly problem: boolean;
}

/** What a token may do: each area with its actions, and two choices of many at once. */
export function ScopeChoice({ isOwner, scopes, onChange, problem }: ScopeChoiceProps): ReactNode {
  const areas = areasFor(isOwner);
  const presets = [
    { name: strings.readOnly, preset: scopesOf(areas, 'read') },
    { name: strings.everything, preset: scopesOf(areas) },
  ];
  return (
    <fieldset className="scope-choice">
      <legend className="field-label">{strings.scopes}</legend>
      <div className="scope-presets">
        {presets.map(({ name, preset }) => (
          <Button
            key={name}
            aria-pressed={preset.length === scopes.length && preset.every((scope) => scopes.includes(scope))}
            onClick={() => {
              onChange(preset);
            }}
          >
            {name}
          </Button>
        ))}
      </div>
      <table className="scope-table">
        <thead>
          <tr>
            <th scope="col">{strings.area}</th>
            {scopeActions.map((action) => (
              <th key={action} scope="col">
                {strings.actionHeads[action]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={area}>
              <th scope="row">{strings.areas[area]}</th>
              {scopeActions.map((action) => {
                const scope: Scope = `${area}:${action}`;
                return (
                  <td key={action}>
                    {offeredScopes[area].includes(action) && (
                      <Checkbox
                        label={strings.scope(strings.areas[area], strings.actions[action])}
                        checked={scopes.includes(scope)}
                        onChange={(checked) => {
                          onChange(checked ? [...scopes, scope] : scopes.filter((other) => other !== scope));
                        }}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {scopes.some((scope) => farReaching.includes(scope)) && <p className="scope-warning">{strings.farReaching}</p>}
      {problem && (
        <p className="field-problem" role="alert">
          {strings.scopesMissing}
        </p>
      )}
    </fieldset>
  );
}
