import './button.css';
import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { ariaKeys } from '../actions/shortcut.ts';
import { Tooltip } from './Hints.tsx';
import { strings } from './strings.ts';

type Presses = Pick<ComponentProps<'button'>, 'onClick' | 'onKeyDown'>;

interface Making {
  /** Each press makes something, which a double click, or Enter that is held, does once. */
  readonly makes?: boolean;
}

function pressedOnce({ onClick, onKeyDown }: Presses): Presses {
  return {
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      // Which click of several in a row it is; none of a key.
      if (event.detail < 2) onClick?.(event);
    },
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
      if (event.repeat && event.key === 'Enter') event.preventDefault();
      onKeyDown?.(event);
    },
  };
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, Making {
  /** For the one thing that the screen is for. */
  readonly primary?: boolean;
  /** `quiet`: without a border, for what stands among other things. `danger`: for what cannot be undone. */
  readonly tone?: 'plain' | 'quiet' | 'danger';
}

export function Button({ primary = false, tone = 'plain', type = 'button', makes = false, ...rest }: ButtonProps): ReactNode {
  const once = makes ? pressedOnce(rest) : {};
  return <button type={type} className={`button ${primary ? 'button-primary' : `button-${tone}`}`} {...rest} {...once} />;
}

interface SaveButtonProps extends Pick<ComponentProps<'button'>, 'form' | 'children'> {
  /** What is filled in is on its way. */
  readonly isSaving: boolean;
}

/** The button that sends a form. While that is on its way it says so, and keeps the focus. */
export function SaveButton({ isSaving, children, ...rest }: SaveButtonProps): ReactNode {
  return (
    <Button primary type="submit" aria-disabled={isSaving} {...rest}>
      {isSaving ? strings.saving : children}
    </Button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'>, Making {
  readonly icon: LucideIcon;
  /** What it does; also its tooltip. */
  readonly label: string;
  readonly shortcut?: string;
  /** `small` inside of rows and cards. */
  readonly size?: 'usual' | 'small';
}

/** A button that shows an icon alone; its name appears when it is pointed at or focused. */
export function IconButton({
  icon: Icon,
  label,
  shortcut,
  size = 'usual',
  type = 'button',
  makes = false,
  ...rest
}: IconButtonProps): ReactNode {
  const once = makes ? pressedOnce(rest) : {};
  return (
    <Tooltip label={label} {...(shortcut === undefined ? {} : { shortcut })}>
      <button
        type={type}
        className={`icon-button icon-button-${size}`}
        aria-label={label}
        aria-keyshortcuts={ariaKeys(shortcut)}
        {...rest}
        {...once}
      >
        <Icon aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
