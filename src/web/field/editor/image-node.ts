import { Node } from '@tiptap/core'
import { fileAddress } from '../../api/file-address.ts'

/** A picture by address. Pasted data: addresses are refused by the sanitizer on the server, so they are not taken here either. */
export const ImageNode = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: null } }),
  parseHTML: () => [{ tag: 'img[src]:not([src^="data:"])' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  // Until the text is saved, only its writer may see the picture: shown by an address of theirs, kept by its plain one.
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('img')
      dom.alt = String(node.attrs['alt'] ?? '')
      const src = String(node.attrs['src'] ?? '')
      void fileAddress(src).then((address) => (dom.src = address ?? src))
      return { dom }
    },
})
