// The CSS editor in React, from a text field's first use on.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { expectConnection } from '#client/ui/loadable.ts';
import type { CodeEditor } from './code-editor.ts';

/**
 * Loads the editor and puts it in the place of the text field, with its selection and focus. If it can't be loaded, the
 * text field stays.
 */
export function useCodeEditor(
  area: RefObject<HTMLTextAreaElement | null>,
  { text, isReadOnly, onText }: { text: string; isReadOnly: boolean; onText: (text: string) => void },
) {
  const frame = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<CodeEditor | null>(null);
  const isLoading = useRef(false);
  const latest = useRef({ text, isReadOnly, onText });
  // While the page is laid out, not after it is painted: by then somebody may have typed more, and would lose it.
  useLayoutEffect(() => {
    latest.current = { text, isReadOnly, onText };
    editor?.setText(text);
  });
  useLayoutEffect(() => editor?.setReadOnly(isReadOnly), [editor, isReadOnly]);
  useEffect(() => () => editor?.close(), [editor]);
  const open = async () => {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      await expectConnection();
      const { openCodeEditor } = await import('./code-editor.ts');
      const field = area.current;
      if (!frame.current || !field) return;
      const hadFocus = document.activeElement === field;
      const opened = openCodeEditor({
        parent: frame.current,
        text: latest.current.text,
        selection: { from: field.selectionStart, to: field.selectionEnd },
        isReadOnly: latest.current.isReadOnly,
        onChange: (next) => latest.current.onText(next),
      });
      setEditor(opened);
      if (hadFocus) opened.focus();
    } catch {
      // Offline, or an old browser: the next focus tries again.
      isLoading.current = false;
    }
  };
  return { frame, editor, open };
}
