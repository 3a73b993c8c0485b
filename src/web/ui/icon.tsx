import { useEffect, useState } from 'react'
import bundled from 'virtual:icons'
import { Glyph, type GlyphProps } from './glyph.tsx'
import { iconAliases } from './icon-names.ts'

type Props = { name: string } & Omit<GlyphProps, 'body'>

let rest: Promise<Record<string, { body: string }>> | undefined
const wholeSet = () => (rest ??= import('@iconify-json/lucide/icons.json').then((m) => m.default.icons))

const useBody = (name: string): string => {
  const own = iconAliases[name] ?? name
  const known = bundled[own]
  const [found, setFound] = useState<{ name: string; body: string } | null>(null)
  useEffect(() => {
    if (known !== undefined || !own) return
    let wanted = true
    wholeSet().then(
      (icons) => wanted && setFound({ name: own, body: icons[own]?.body ?? bundled['file'] ?? '' }),
      () => {},
    )
    return () => void (wanted = false)
  }, [own, known])
  return known ?? (found?.name === own ? found.body : '')
}

/** An icon by name, as menus and definitions give it. */
export const Icon = ({ name, ...rest }: Props) => <Glyph body={useBody(name)} {...rest} />
