/** Tells which page the reader is on: the last one that begins in the upper third of the window. */
export const followPages = (pages: readonly HTMLElement[], tell: (page: number) => void): void => {
  let told = 0
  const look = (): void => {
    const third = window.innerHeight / 3
    const next = pages.findLastIndex((page) => page.getBoundingClientRect().top <= third) + 1 || 1
    if (next !== told && pages.length) tell((told = next))
  }
  window.addEventListener('scroll', () => requestAnimationFrame(look), { passive: true })
  window.addEventListener('resize', look)
  look()
}

export const scrollToPage = (page: HTMLElement | undefined): void => {
  if (page) window.scrollBy({ top: page.getBoundingClientRect().top - 12 })
}
