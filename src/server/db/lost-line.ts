const ENDED = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'])
/** The line to the database ended. Whoever is stopping has pressed Ctrl+C, which stops an embedded database too: nothing went wrong. */
export const isLostLine = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'code')
  return (typeof code === 'string' && (ENDED.has(code) || code.startsWith('08'))) || error.message.startsWith('Connection terminated')
}
