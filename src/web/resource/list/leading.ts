import { go } from '../../navigation/open.ts'

const PAGES: Readonly<Record<string, string>> = {
  h: '/admin/dashboard',
  d: '/admin/gather/delivery',
  c: '/admin/clinical/data',
  p: '/admin/control/parameter',
  q: '/admin/query',
  t: '/admin/task',
}
/** The page that a letter after G means; another letter means none. */
export const leadTo = (letter: string): void => {
  const page = PAGES[letter]
  if (page) void go(page)
}
