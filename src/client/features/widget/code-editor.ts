// The CSS editor (CodeMirror), loaded when the field is first used. Knows neither React nor settings.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { StyleModule } from 'style-mod';
import type { TextRange } from './css-place.ts';

// In documents, style-mod inserts style elements, which our content policy refuses. This does what it does itself in
// shadow roots: constructed style sheets need no permission.
const mounted = new WeakSet<StyleModule>();
StyleModule.mount = (root, modules) => {
  const added = [modules].flat().filter((module) => !mounted.has(module));
  const sheets = added.map((module) => {
    mounted.add(module);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(module.getRules());
    return sheet;
  });
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...sheets];
};

const THEME = EditorView.theme({
  '&': { maxHeight: '26rem', color: 'var(--ink)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.25rem', minHeight: '11rem' },
  '.cm-content': { padding: '0.625rem 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 0.75rem 0 0.5rem' },
  '.cm-gutters': { background: 'transparent', border: '0', color: 'var(--muted)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.25rem', padding: '0 0.25rem 0 0.5rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 24%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--accent-tint)', outline: '1px solid var(--field)' },
  '.cm-wrong': {
    background: 'var(--danger-tint)',
    textDecoration: 'underline wavy var(--danger)',
    textDecorationSkipInk: 'none',
  },
});

const COLORS = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.propertyName, tags.variableName], color: 'var(--accent)' },
  { tag: [tags.className, tags.tagName, tags.modifier], fontWeight: '600' },
  { tag: [tags.number, tags.unit, tags.color, tags.string, tags.atom], color: 'var(--proof-ink)' },
  { tag: [tags.keyword, tags.definitionKeyword], color: 'var(--accent)', fontWeight: '600' },
]);

const setWrong = StateEffect.define<TextRange | null>();
const WRONG = Decoration.mark({ class: 'cm-wrong' });
const wrongPlace = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setWrong))
        next = effect.value ? Decoration.set(WRONG.range(effect.value.from, effect.value.to)) : Decoration.none;
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Chrome gives what is typed over a selection the look of what it replaces, by a style that our policy refuses. */
const typeOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { state } = view;
    if (inputType !== 'insertText' || data === null || state.readOnly || state.selection.main.empty) return false;
    view.dispatch(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

type CodeEditorParts = {
  parent: Element;
  text: string;
  selection: TextRange;
  /** From its first moment on: what is typed before setReadOnly would stand in it. */
  isReadOnly: boolean;
  /** Called with every change by the owner, not by `setText`. */
  onChange(text: string): void;
};

const readOnlyOf = (isReadOnly: boolean) => [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)];

/** Tab leaves the editor: nobody is caught in it. */
export function openCodeEditor({ parent, text, selection, isReadOnly, onChange }: CodeEditorParts) {
  const readOnly = new Compartment();
  const attributes = new Compartment();
  let isOurs = false;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      selection: { anchor: Math.min(selection.from, text.length), head: Math.min(selection.to, text.length) },
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        css(),
        syntaxHighlighting(COLORS),
        THEME,
        EditorView.lineWrapping,
        wrongPlace,
        typeOver,
        keymap.of([...defaultKeymap, ...historyKeymap]),
        readOnly.of(readOnlyOf(isReadOnly)),
        attributes.of([]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isOurs) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  const within = ({ from, to }: TextRange): TextRange | null => {
    const end = Math.min(to, view.state.doc.length);
    return from < end ? { from, to: end } : null;
  };
  return {
    /** Replaces what is there, unless it is the same. */
    setText(next: string): void {
      if (next === view.state.doc.toString()) return;
      isOurs = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      isOurs = false;
    },
    setReadOnly: (next: boolean) => view.dispatch({ effects: readOnly.reconfigure(readOnlyOf(next)) }),
    /** Attributes of the text field, such as its name for screen readers. */
    setAttributes: (next: Record<string, string>) =>
      view.dispatch({ effects: attributes.reconfigure(EditorView.contentAttributes.of(next)) }),
    /** Underlines what is wrong until that text is gone. */
    mark: (range: TextRange | null) => view.dispatch({ effects: setWrong.of(range && within(range)) }),
    /** Selects a place and shows it. */
    goTo(range: TextRange): void {
      const { from, to } = within(range) ?? { from: view.state.doc.length, to: view.state.doc.length };
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}

export type CodeEditor = ReturnType<typeof openCodeEditor>;
