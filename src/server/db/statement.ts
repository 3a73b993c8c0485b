import pg from 'pg'

type Config = { readonly name: string | undefined; readonly text: string; readonly values: readonly unknown[] }
type Done = (error: Error | undefined, results: pg.QueryResult) => void

/** Made from a text: of a configuration the driver copies every property, twice for each statement. The simple protocol would take several in one text. */
const statement = ({ name, text, values }: Config, done: Done): pg.Query =>
  Object.assign(new pg.Query(text, [...values], done), { name, queryMode: 'extended' })

/** The rows of a query that tells when it is done; of two results, the BEGIN before it has the first. */
const rowsOf = async <T>(client: pg.ClientBase, make: (done: Done) => pg.Query): Promise<T[]> => {
  try {
    return await new Promise((resolve, reject) => {
      client.query(make((error, results) => (error ? reject(error) : resolve([results].flat().at(-1)?.rows ?? []))))
    })
  } catch (error) {
    // What the socket saw says nothing about who asked.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}
export const ask = <T>(client: pg.ClientBase, config: Config): Promise<T[]> => rowsOf(client, (done) => statement(config, done))

const BEGIN = { name: 'begin', text: 'BEGIN', values: [] }
/** Connections that know BEGIN by its name. */
const knowing = new WeakSet<pg.ClientBase>()

const withBegin = (query: pg.Query): pg.Query => {
  const submit = query.submit.bind(query)
  query.submit = (connection) => {
    connection.stream.cork()
    connection.bind({ statement: BEGIN.name }, true)
    connection.execute({}, true)
    try {
      // An error of this one may be returned, not thrown.
      return submit(connection)
    } finally {
      connection.stream.uncork()
    }
  }
  return query
}
/** The first statement of a transaction takes its BEGIN along: one way to the database and back less for every write. */
export const askFirst = async <T>(client: pg.ClientBase, config: Config): Promise<T[]> => {
  if (knowing.has(client)) return rowsOf(client, (done) => withBegin(statement(config, done)))
  await ask(client, BEGIN)
  knowing.add(client)
  return ask(client, config)
}

export const end = async (client: pg.ClientBase, how: 'COMMIT' | 'ROLLBACK'): Promise<void> =>
  void (await rowsOf(client, (done) => new pg.Query(how, done)))
