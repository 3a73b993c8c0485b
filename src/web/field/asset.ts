/** Addresses are relative to this site: the policy of its pages loads pictures from nowhere else. Anything that is not http(s) or a path of ours becomes harmless. */
export const assetUrl = (url: string): string => {
  if (/^https?:\/\//i.test(url) || /^data:image\/(png|jpeg|gif|webp);/i.test(url)) return url
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) || url.startsWith('//')) return 'about:blank'
  return url.startsWith('/') ? url : `/${url}`
}

/** Where a stored file is looked at. A file elsewhere is opened as it is: the preview shows files of this site alone. */
export const previewAddress = (url: string, name = ''): string =>
  url.startsWith('/storage/') ? `/office?${new URLSearchParams(name ? { url, name } : { url })}` : assetUrl(url)

export const fileNameOf = (url: string): string => {
  const last = url.split(/[?#]/)[0]?.split('/').at(-1) ?? url
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
