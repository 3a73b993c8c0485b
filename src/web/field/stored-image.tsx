import { type ImgHTMLAttributes, useEffect, useRef } from 'react'
import { useFileAddress } from './use-file-address.ts'

type Props = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'onError'> & { url: string; alt: string; onBroken?(): void }

/** A picture of the store. While it waits for its address it keeps its place; an address that ran out before it was loaded is asked for anew. */
export const StoredImage = ({ url, alt, onBroken, style, ...rest }: Props) => {
  const { address, renew } = useFileAddress(url)
  const broken = useRef(onBroken)
  useEffect(() => {
    broken.current = onBroken
  })
  useEffect(() => {
    if (address === null) broken.current?.()
  }, [address])
  return (
    <img
      {...rest}
      alt={alt}
      {...(address ? { src: address } : {})}
      style={address === undefined ? { ...style, visibility: 'hidden' } : style}
      onError={() => void renew().then((isOther) => isOther || broken.current?.())}
    />
  )
}
