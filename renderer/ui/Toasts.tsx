import './toasts.css';
import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { strings } from './strings.ts';
import { toasts } from './toasts.ts';

/** Shows what `notify` and its kin say. Once per page. */
export function Toasts(): ReactNode {
  return (
    <Toast.Provider toastManager={toasts} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label={strings.notifications}>
          <Messages />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Messages(): ReactNode {
  return Toast.useToastManager().toasts.map((toast) => (
    // The library hides both from screen readers until the focus is there, where the Tab key leads all the same.
    <Toast.Root key={toast.id} toast={toast} className="toast" swipeDirection="right" aria-hidden={undefined}>
      <Toast.Content className="toast-content">
        <div className="toast-words">
          <Toast.Title className="toast-title" render={<p />} />
          <Toast.Description className="toast-text" />
        </div>
        {toast.actionProps !== undefined && <Toast.Action className="toast-action" />}
        <Toast.Close className="icon-button icon-button-small" aria-hidden={undefined} aria-label={strings.dismiss}>
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
