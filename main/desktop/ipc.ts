import { ipcMain, type WebContents } from 'electron';

/**
 * Answers calls on `channel` that come from a page of `origin`; to any other page the call rejects. `value` is what the page sent,
 * unchecked. The frame's origin is asked, not its URL: a sandboxed frame keeps the URL but has no origin.
 */
export function answerFrame<T>(channel: string, origin: string, answer: (value: unknown, sender: WebContents) => T | Promise<T>): void {
  ipcMain.handle(channel, (event, value: unknown) => {
    // Null when the frame has navigated away or is gone.
    if (event.senderFrame?.origin !== origin) throw new Error('This page may not call Daybook');
    return answer(value, event.sender);
  });
}
