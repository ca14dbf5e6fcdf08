// A tab for a page whose address is still to come. Browsers let one open only while a click is being handled, so it is
// opened empty, at once; it never holds this app as its opener.

export type WaitingTab = {
  go(url: string): void;
  close(): void;
};

/** Call it in the handler of a click. @returns the tab, or null when the browser let none open. */
export function openWaitingTab(text: string): WaitingTab | null {
  const tab = window.open('about:blank', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = text;
  tab.document.body.textContent = text;
  return {
    go: (url) => tab.location.replace(url),
    close: () => tab.close(),
  };
}
