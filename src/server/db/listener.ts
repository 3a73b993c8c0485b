import pg from 'pg'

type Options = {
  /** What to do with what is said on each channel. */
  hear: Readonly<Record<string, (text: string) => void>>
  /** The connection was lost and is back: what was said meanwhile is lost. */
  onReturn: () => void
  log: (error: unknown) => void
}
export type Listener = {
  /** On the connection itself, for what must end with it. Fails while it is lost. */
  query<T extends object>(text: string, params: unknown[]): Promise<T[]>
  close(): Promise<void>
}
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5000

/** The one connection of this process that listens to others. It comes back by itself, at first soon, then with longer pauses. */
export const openListener = async (url: string, { hear, onReturn, log }: Options): Promise<Listener> => {
  let isClosed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'listener',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    fresh.on('notification', ({ channel, payload = '' }) => hear[channel]?.(payload))
    // Without a listener a lost connection would end the process; its end is what we act on.
    fresh.on('error', () => {})
    await fresh.connect()
    for (const channel of Object.keys(hear)) await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    fresh.once('end', () => {
      client = undefined
      comeBack()
    })
    client = fresh
  }
  const comeBack = (pause = FIRST_PAUSE_MS): void => {
    if (isClosed) return
    timer = setTimeout(() => {
      connect().then(
        () => (isClosed ? void client?.end() : onReturn()),
        (error: unknown) => {
          if (pause === FIRST_PAUSE_MS) log(error)
          comeBack(Math.min(pause * 2, LONGEST_PAUSE_MS))
        },
      )
    }, pause)
  }
  await connect()
  return {
    query: async <T extends object>(text: string, params: unknown[]) => {
      if (!client) throw new Error('the connection that listens is lost')
      return (await client.query<T>(text, params)).rows
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
