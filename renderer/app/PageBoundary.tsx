import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Buttons.tsx';
import { Message } from '../ui/Message.tsx';
import { strings } from './strings.ts';

interface PageBoundaryProps {
  readonly children: ReactNode;
}

/** Keeps an error of one page from taking the frame around it along. */
export class PageBoundary extends Component<PageBoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <div className="page">
        <Message
          icon="warning"
          title={strings.broken}
          level={1}
          urgent
          action={
            <Button
              onClick={() => {
                location.reload();
              }}
            >
              {strings.reload}
            </Button>
          }
        >
          {this.state.error.message}
        </Message>
      </div>
    );
  }
}
