// Where the focus goes when a layer opens. Base UI moves it a frame later: what is typed until then would be for the page below.

/** For `initialFocus`: moves the focus to the element at once, and leaves nothing to be done. */
export function focusNow(element: HTMLElement | null | undefined, options?: FocusOptions): false {
  element?.focus(options);
  return false;
}
