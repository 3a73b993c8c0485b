import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ImageNode } from './image-node.ts'
import { Toolbar } from './toolbar.tsx'
import { attributes, text } from '../input/attributes.ts'
import { useUpload } from '../use-upload.ts'
import type { InputViewProps } from '../view.ts'
import './editor.css'

const extensions = [
  StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false, protocols: ['http', 'https', 'mailto'] } }),
  ImageNode,
]
const pictures = ['image/*']

/** Output of the editor is HTML of its own schema; what is pasted loses everything the schema does not know. */
export default function RichTextEditor(p: InputViewProps) {
  const file = useRef<HTMLInputElement>(null)
  const onChange = useRef(p.onChange)
  const [start] = useState(() => text(p.value))
  const last = useRef(start)
  const attach = useRef<(files: Iterable<File>) => void>(() => {})
  const { role: _role, ...labels } = { role: 'textbox', ...attributes(p) }
  const editor = useEditor({
    extensions,
    content: start,
    editable: !p.disabled,
    editorProps: {
      attributes: { id: labels.id, role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': `${p.id}-label`, class: 'editor-content' },
      handlePaste: (_, event) => {
        const files = [...(event.clipboardData?.files ?? [])].filter((f) => f.type.startsWith('image/'))
        if (files.length === 0) return false
        attach.current(files)
        return true
      },
    },
    onUpdate: ({ editor: e }) => {
      last.current = e.isEmpty ? '' : e.getHTML()
      onChange.current(last.current)
    },
  })
  const { start: send, jobs } = useUpload(pictures, (src) => editor.chain().focus().insertContent({ type: 'image', attrs: { src } }).run())
  useLayoutEffect(() => {
    onChange.current = p.onChange
    attach.current = send
  })
  useEffect(() => {
    // Merging or "save and next" replaces the value from outside; typing must not.
    if (text(p.value) !== last.current) {
      last.current = text(p.value)
      editor.commands.setContent(last.current)
    }
    editor.setEditable(!p.disabled, false)
  }, [editor, p.value, p.disabled])
  return (
    <div className="editor" data-invalid={p.invalid || undefined}>
      <Toolbar editor={editor} disabled={p.disabled} onImage={() => file.current?.click()} />
      <EditorContent editor={editor} />
      {jobs.map((j) => (
        <p key={j.key} className="field-note">
          {j.name} {j.error ?? `${Math.round(j.share * 100)}%`}
        </p>
      ))}
      <input ref={file} type="file" accept="image/*" hidden onChange={(e) => send([...(e.target.files ?? [])])} />
    </div>
  )
}
