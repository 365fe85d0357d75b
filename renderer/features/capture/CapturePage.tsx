import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { isComposing } from '../../actions/shortcut.ts';
import { desktopBridge } from '../../api/bridge.ts';
import { CaptureForm } from './CaptureForm.tsx';
import { strings } from './strings.ts';

/** Quick capture as a page of its own, without the frame: for the desktop's small window, and for a tab of the browser. */
export function CapturePage(): ReactNode {
  const [, go] = useLocation();
  const close = desktopBridge()?.closeCapture;
  const leave = (): void => {
    if (close === undefined) go('/');
    else close().catch(() => undefined);
  };
  return (
    <main
      id="main"
      className="capture-page"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event.nativeEvent)) leave();
      }}
    >
      <title>{strings.pageTitle}</title>
      <h1 className="capture-title">{strings.title}</h1>
      {/* The small window has no room for other pages. */}
      <CaptureForm {...(close === undefined ? { onShow: go } : {})} />
    </main>
  );
}
