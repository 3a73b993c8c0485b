/** Fonts of signs: their characters lie where no other font has any, and without the font a reader sees empty boxes. */
const table = (pairs: string): Record<string, string> =>
  Object.fromEntries(pairs.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(2)]))
const SYMBOL = table(
  'b7• b1± a3≤ b3≥ b9≠ bb≈ b0° b4× b8÷ a5∞ d6√ ae→ ac← ad↑ af↓ de⇒ a8♦ d4™ d2® d3© b6∂ f2∫ e5∑ ce∈ c7∩ c8∪ 2d− a2′ b2″ ' +
    '61α 62β 63χ 64δ 65ε 66φ 67γ 68η 6bκ 6cλ 6dμ 6eν 70π 71θ 72ρ 73σ 74τ 77ω 78ξ 79ψ 7aζ 44Δ 46Φ 47Γ 4cΛ 50Π 51Θ 53Σ 57Ω 59Ψ',
)
const WINGDINGS = table('a7▪ d8➢ fc✓ fb✗ fe☑ fd☒ a8◻ 6f□ 6e■ 6c● 75◆ 76❖ 71❑ 72❒ e0→ df← e8➔ 52☑ 54☒ a1○ 9f• 77⬥ ab★ 4a☺ 28☎ 2a✉ 46☞')
const SIGNS = /[\uf020-\uf0ff]/g

/** The same signs where every font has them. What is not known becomes a plain bullet rather than an empty box. */
export const plainSigns = (text: string, font: string): string =>
  text.replaceAll(SIGNS, (sign) => {
    const code = (sign.charCodeAt(0) & 0xff).toString(16).padStart(2, '0')
    const [own, other] = /wingdings|webdings/i.test(font) ? [WINGDINGS, SYMBOL] : [SYMBOL, WINGDINGS]
    const latin = sign.charCodeAt(0) & 0xff
    return own[code] ?? other[code] ?? (latin < 0x7f ? String.fromCharCode(latin) : '•')
  })

/** A line of a word processor is as high as its font, which is about this much more than the size of its letters. */
const FONT_LINE = 1.25

/** The library takes "1.5 lines" for 1.5 times the letters, and "at least 20 points" for 20 more. */
export const lineHeight = (value: string): string => {
  const times = /^(\d+(?:\.\d+)?|\.\d+)$/.exec(value.trim())?.[1]
  if (times) return (Number(times) * FONT_LINE).toFixed(2)
  const least = /^calc\(100% \+ (\d+(?:\.\d+)?|\.\d+)pt\)$/.exec(value.trim())?.[1]
  return least ? `max(${FONT_LINE}em, ${least}pt)` : value
}

const mendSheet = (css: string): string =>
  css
    .replaceAll(/line-height:([^;}]*)/g, (_, value: string) => `line-height: ${lineHeight(value)}`)
    .replaceAll(/\{[^{}]*\}/g, (rule) => plainSigns(rule, rule))

/** Before the document is drawn: what the library leaves to fonts and rounding that only a word processor has. */
export const mendLook = (root: HTMLElement): void => {
  for (const sheet of root.querySelectorAll('style')) sheet.textContent = mendSheet(sheet.textContent)
  for (const element of root.querySelectorAll<HTMLElement>('[style*="line-height"]'))
    element.style.lineHeight = lineHeight(element.style.lineHeight)
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null)
    if (node.data.search(SIGNS) >= 0 && node.parentElement?.localName !== 'style')
      node.data = plainSigns(node.data, node.parentElement?.closest<HTMLElement>('[style*="font-family"]')?.style.fontFamily ?? '')
}
