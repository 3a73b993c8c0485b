const MOST = 2000

/**
 * Capitals do not matter, and neither does which of two equal signs a writer took: PDF writers often name the radical ⽪ where 皮 is
 * meant. Every character stays one character, so that places stay true.
 */
export const folded = (text: string): string =>
  text.toLowerCase().replaceAll(/[\u2e80-\u2fdf\uf900-\ufaff]/g, (sign) => sign.normalize('NFKC'))

type Piece = { node: Text; from: number }
const textOf = (root: HTMLElement): { text: string; pieces: Piece[] } => {
  const pieces: Piece[] = []
  let text = ''
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('style, script, template') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    pieces.push({ node, from: text.length })
    text += node.data
  }
  return { text: folded(text), pieces }
}

const placeOf = (pieces: readonly Piece[], offset: number): [Text, number] => {
  let low = 0
  let high = pieces.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (pieces[middle]!.from <= offset) low = middle
    else high = middle - 1
  }
  const piece = pieces[low]!
  return [piece.node, Math.min(offset - piece.from, piece.node.data.length)]
}

/** Every place of a text below an element, also where it runs over several elements: Word and PDF split words as they like. */
export const rangesOf = (root: HTMLElement, text: string): Range[] => {
  const wanted = folded(text)
  const { text: all, pieces } = textOf(root)
  const ranges: Range[] = []
  if (!wanted) return ranges
  for (let at = all.indexOf(wanted); at >= 0 && ranges.length < MOST; at = all.indexOf(wanted, at + wanted.length)) {
    const range = document.createRange()
    range.setStart(...placeOf(pieces, at))
    const [node, offset] = placeOf(pieces, at + wanted.length - 1)
    range.setEnd(node, Math.min(offset + 1, node.data.length))
    ranges.push(range)
  }
  return ranges
}

/** The wished match, counted from 1, going round at both ends. */
export const roundTo = (wish: number, count: number): number => (count ? ((((wish - 1) % count) + count) % count) + 1 : 0)
