import { ipcMain } from 'electron';

/**
 * Answers calls on `channel` that come from a page of `origin`; to any other page the call rejects.
 * The frame's origin is asked, not its URL: a sandboxed frame keeps the URL but has no origin.
 */
export function answerFrame<T>(channel: string, origin: string, answer: () => T | Promise<T>): void {
  ipcMain.handle(channel, (event) => {
    // Null when the frame has navigated away or is gone.
    if (event.senderFrame?.origin !== origin) throw new Error('This page may not call Daybook');
    return answer();
  });
}
