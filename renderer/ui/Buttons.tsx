import './button.css';
import type { ComponentProps, ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { ariaKeys } from '../actions/shortcut.ts';
import { Tooltip } from './Hints.tsx';
import { strings } from './strings.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** For the one thing that the screen is for. */
  readonly primary?: boolean;
  /** `quiet`: without a border, for what stands among other things. `danger`: for what cannot be undone. */
  readonly tone?: 'plain' | 'quiet' | 'danger';
}

export function Button({ primary = false, tone = 'plain', type = 'button', ...rest }: ButtonProps): ReactNode {
  return <button type={type} className={`button ${primary ? 'button-primary' : `button-${tone}`}`} {...rest} />;
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

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> {
  readonly icon: LucideIcon;
  /** What it does; also its tooltip. */
  readonly label: string;
  readonly shortcut?: string;
  /** `small` inside of rows and cards. */
  readonly size?: 'usual' | 'small';
}

/** A button that shows an icon alone; its name appears when it is pointed at or focused. */
export function IconButton({ icon: Icon, label, shortcut, size = 'usual', type = 'button', ...rest }: IconButtonProps): ReactNode {
  return (
    <Tooltip label={label} {...(shortcut === undefined ? {} : { shortcut })}>
      <button type={type} className={`icon-button icon-button-${size}`} aria-label={label} aria-keyshortcuts={ariaKeys(shortcut)} {...rest}>
        <Icon aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
