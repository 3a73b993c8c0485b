import { useState } from 'react'

const hues = [210, 190, 165, 255, 285, 330, 20, 40]
const hueOf = (name: string): number => hues[[...name].reduce((sum, c) => sum + (c.codePointAt(0) ?? 0), 0) % hues.length] ?? 210

/** The picture, or the name's own sign when there is none or it cannot be loaded. */
export const Avatar = ({ src, name, size = 32 }: { src: string; name: string; size?: number }) => {
  const [broken, setBroken] = useState('')
  const sign = /\p{Script=Han}/u.test(name) ? name.slice(-1) : name.slice(0, 1).toUpperCase()
  const box = { width: size, height: size, borderRadius: '50%', flex: 'none' }
  if (src && broken !== src) return <img src={src} alt="" style={{ ...box, objectFit: 'cover' }} onError={() => setBroken(src)} />
  const hue = hueOf(name)
  return (
    <span
      aria-hidden
      style={{
        ...box,
        display: 'grid',
        placeItems: 'center',
        background: `hsl(${hue} 62% 90%)`,
        color: `hsl(${hue} 70% 26%)`,
        fontSize: size * 0.44,
        fontWeight: 600,
        lineHeight: 1,
      }}
    >
      {sign}
    </span>
  )
}
