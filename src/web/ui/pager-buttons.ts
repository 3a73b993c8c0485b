export const PAGER_BUTTONS = 7

/** Up to seven page numbers: the first, the last and the five around the current one; `null` stands for a gap. */
export const pagerButtons = (current: number, last: number): (number | null)[] => {
  if (last <= PAGER_BUTTONS) return Array.from({ length: Math.max(last, 1) }, (_, i) => i + 1)
  const inner = PAGER_BUTTONS - 2
  const from = Math.min(Math.max(2, current - Math.floor(inner / 2)), last - inner)
  const middle = Array.from({ length: inner }, (_, i) => from + i)
  return [1, ...(from > 2 ? [null] : []), ...middle, ...(from + inner < last ? [null] : []), last]
}

/** The last page one can go to. With a capped total there may be more behind, as long as the page is full. */
export const lastPage = (total: number, limit: number, capped: boolean, page: number, rowsHere: number): number =>
  Math.max(1, Math.ceil(total / limit), capped && rowsHere === limit ? page + 1 : 1, capped ? page : 1)
