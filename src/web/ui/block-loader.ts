const shortest = 1000

let loader: HTMLElement | null = null
let shownAt = 0

/** Once per document: the first page covers its own assembly, later navigations have the bar only. */
export const showBlockLoader = (): void => {
  if (shownAt) return
  shownAt = performance.now()
  loader = document.createElement('div')
  loader.className = 'block-loader'
  loader.append(document.createElement('i'))
  document.body.append(loader)
}

/** Nobody waits for it: it lets the page through as soon as that is ready and leaves after about a second. */
export const hideBlockLoader = (): void => {
  const done = loader
  if (!done) return
  loader = null
  done.dataset['state'] = 'ready'
  setTimeout(() => done.remove(), Math.max(0, shortest - (performance.now() - shownAt)))
}
