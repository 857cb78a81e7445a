// The editor of the examples in the documentation: CodeMirror with Python, bundled by `python -m tools.live_examples`.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

// Open an editor in *parent*. *onRun* is called for Ctrl+Enter (on a Mac, Command+Enter), *onLeave* for Escape.
// The Tab key indents, so Escape is the way out for people who use only the keyboard; *hint* is the id of an element
// that says so.
export function openEditor({ parent, code, label, hint, onRun, onLeave }) {
  const call = (action) => () => {
    action();
    return true;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: code,
      extensions: [
        Prec.highest(
          keymap.of([
            { key: "Mod-Enter", run: call(onRun) },
            { key: "Ctrl-Enter", run: call(onRun) },
            { key: "Escape", run: call(onLeave) },
          ]),
        ),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        indentUnit.of("    "),
        python(),
        syntaxHighlighting(classHighlighter),
        keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
        // With its own tab index, the code counts as focusable, so keys can scroll the element around it.
        EditorView.contentAttributes.of({
          "aria-label": label,
          "aria-describedby": hint,
          spellcheck: "false",
          tabindex: "0",
        }),
      ],
    }),
  });
  return {
    read: () => view.state.doc.toString(),
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}
