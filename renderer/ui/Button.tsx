import './button.css';
import type { ComponentProps, ReactNode } from 'react';

/** A button; `primary` for the one thing that the screen is for. */
export function Button({ primary = false, type = 'button', ...rest }: Omit<ComponentProps<'button'>, 'className'> & { readonly primary?: boolean }): ReactNode {
  return <button type={type} className={primary ? 'button button-primary' : 'button'} {...rest} />;
}
