export type Found = { count: number; at: number }

/** A document that stands in the frame. */
export type Shown = {
  pages: readonly HTMLElement[]
  /** Of the widest page at 100 %; null where text flows with the window. */
  width: number | null
  /** Instead of the search in the text of the page. */
  find?: (text: string, at: number) => Promise<Found>
}
