import { useEffect, useState } from 'react'
import { fileAddress } from '../api/file-address.ts'
import { assetUrl } from './asset.ts'

type Asked = { url: string; address: string | null }

/** What to put into `src`: undefined while it is asked for, null when this person may not see the file. `renew` where it has run out; false if there is no other. */
export const useFileAddress = (url: string): { address: string | null | undefined; renew(): Promise<boolean> } => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const isStored = url.startsWith('/storage/')
  useEffect(() => {
    let isGone = false
    if (isStored) void fileAddress(url).then((address) => isGone || setAsked({ url, address }))
    return () => {
      isGone = true
    }
  }, [url, isStored])
  const address = isStored ? (asked?.url === url ? asked.address : undefined) : assetUrl(url)
  const renew = async () => {
    const next = isStored ? await fileAddress(url) : null
    if (next === null || next === address) return false
    setAsked({ url, address: next })
    return true
  }
  return { address, renew }
}
