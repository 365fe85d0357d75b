import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Buttons.tsx';
import { Message } from '../ui/Message.tsx';
import { notify } from '../ui/toasts.ts';
import { strings } from './strings.ts';

interface PageBoundaryProps {
  readonly children: ReactNode;
  /** What lies above the pages is gone then, and told of in a message. */
  readonly isAbove?: boolean;
}

/** Keeps an error of one page, or of a layer above, from taking the frame around it along. */
export class PageBoundary extends Component<PageBoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    if (this.props.isAbove !== true) return;
    notify({ title: strings.broken, text: error.message, kind: 'problem', action: { name: strings.reload, perform: reload } });
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    if (this.props.isAbove === true) return null;
    return (
      <div className="page">
        <Message icon="warning" title={strings.broken} level={1} urgent action={<Button onClick={reload}>{strings.reload}</Button>}>
          {this.state.error.message}
        </Message>
      </div>
    );
  }
}

function reload(): void {
  location.reload();
}
