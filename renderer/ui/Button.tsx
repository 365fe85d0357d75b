import './button.css';
import type { ComponentProps, ReactNode } from 'react';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** For the one thing that the screen is for. */
  readonly primary?: boolean;
  /** `quiet`: without a border, for what stands among other things. `danger`: for what cannot be undone. */
  readonly tone?: 'plain' | 'quiet' | 'danger';
}

export function Button({ primary = false, tone = 'plain', type = 'button', ...rest }: ButtonProps): ReactNode {
  return <button type={type} className={`button ${primary ? 'button-primary' : `button-${tone}`}`} {...rest} />;
}
