import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../../ui/Dialog.tsx';
import { CaptureForm } from './CaptureForm.tsx';
import { strings } from './strings.ts';

/** Quick capture above whatever page is shown. */
export function CaptureDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
  const [, go] = useLocation();
  const show = (path: string): void => {
    onClose();
    go(path);
  };
  return (
    <Dialog open={open} onClose={onClose} title={strings.title} size="medium">
      <CaptureForm onShow={show} />
    </Dialog>
  );
}
