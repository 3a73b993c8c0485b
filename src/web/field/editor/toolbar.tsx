import type { Editor } from '@tiptap/react'
import { useEditorState } from '@tiptap/react'
import bold from 'virtual:icon/bold'
import code from 'virtual:icon/code-xml'
import heading2 from 'virtual:icon/heading-2'
import heading3 from 'virtual:icon/heading-3'
import image from 'virtual:icon/image'
import italic from 'virtual:icon/italic'
import link from 'virtual:icon/link'
import list from 'virtual:icon/list'
import ordered from 'virtual:icon/list-ordered'
import rule from 'virtual:icon/minus'
import quote from 'virtual:icon/text-quote'
import redo from 'virtual:icon/redo-2'
import clear from 'virtual:icon/remove-formatting'
import strike from 'virtual:icon/strikethrough'
import underline from 'virtual:icon/underline'
import undo from 'virtual:icon/undo-2'
import { useText } from '../../i18n/index.ts'
import { Glyph } from '../../ui/glyph.tsx'

type Chain = ReturnType<Editor['chain']>
type Tool = { key: string; icon: string; run(chain: Chain): Chain; on?: [string, object?] }
const groups: Tool[][] = [
  [
    { key: 'undo', icon: undo, run: (c) => c.undo() },
    { key: 'redo', icon: redo, run: (c) => c.redo() },
  ],
  [
    { key: 'h2', icon: heading2, run: (c) => c.toggleHeading({ level: 2 }), on: ['heading', { level: 2 }] },
    { key: 'h3', icon: heading3, run: (c) => c.toggleHeading({ level: 3 }), on: ['heading', { level: 3 }] },
    { key: 'bold', icon: bold, run: (c) => c.toggleBold(), on: ['bold'] },
    { key: 'italic', icon: italic, run: (c) => c.toggleItalic(), on: ['italic'] },
    { key: 'underline', icon: underline, run: (c) => c.toggleUnderline(), on: ['underline'] },
    { key: 'strike', icon: strike, run: (c) => c.toggleStrike(), on: ['strike'] },
  ],
  [
    { key: 'bullet', icon: list, run: (c) => c.toggleBulletList(), on: ['bulletList'] },
    { key: 'ordered', icon: ordered, run: (c) => c.toggleOrderedList(), on: ['orderedList'] },
    { key: 'quote', icon: quote, run: (c) => c.toggleBlockquote(), on: ['blockquote'] },
    { key: 'code', icon: code, run: (c) => c.toggleCodeBlock(), on: ['codeBlock'] },
    { key: 'rule', icon: rule, run: (c) => c.setHorizontalRule() },
    { key: 'clear', icon: clear, run: (c) => c.unsetAllMarks().clearNodes() },
  ],
]

const askLink = (editor: Editor, question: string): void => {
  const href = window.prompt(question, String(editor.getAttributes('link')['href'] ?? 'https://'))
  if (href === null) return
  if (/^https?:\/\/\S+$|^mailto:\S+$/i.test(href)) editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
  else editor.chain().focus().extendMarkRange('link').unsetLink().run()
}

export const Toolbar = ({ editor, disabled, onImage }: { editor: Editor; disabled: boolean; onImage(): void }) => {
  const t = useText('field')
  const active = useEditorState({
    editor,
    selector: ({ editor: e }) =>
      Object.fromEntries(
        [...groups.flat(), { key: 'link', on: ['link'] as [string] }].map((tool) => [
          tool.key,
          tool.on ? e.isActive(...(tool.on as [string])) : false,
        ]),
      ),
  })
  const button = (key: string, icon: string, run: () => void, pressed?: boolean) => (
    <button
      key={key}
      type="button"
      className="editor-tool"
      disabled={disabled}
      title={t(`editor.${key}`)}
      aria-label={t(`editor.${key}`)}
      aria-pressed={pressed}
      onMouseDown={(e) => e.preventDefault()}
      onClick={run}
    >
      <Glyph body={icon} />
    </button>
  )
  return (
    <div className="editor-tools" role="toolbar" aria-label={t('editor.label')}>
      {groups.map((group, i) => (
        <span key={i}>
          {group.map((tool) =>
            button(tool.key, tool.icon, () => tool.run(editor.chain().focus()).run(), tool.on ? active[tool.key] : undefined),
          )}
        </span>
      ))}
      <span>
        {button('link', link, () => askLink(editor, t('editor.linkAsk')), active['link'])}
        {button('image', image, onImage)}
      </span>
    </div>
  )
}
