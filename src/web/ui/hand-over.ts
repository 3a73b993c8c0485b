const nameFrom = (headers: Headers, fallback: string): string => {
  const given = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '')?.[1]
  return given ? decodeURIComponent(given) : fallback
}

/** Gives a file to the browser to keep, under the name that came with it. */
export const handOver = ({ blob, headers }: { blob: Blob; headers: Headers }, fallback: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = nameFrom(headers, fallback)
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
