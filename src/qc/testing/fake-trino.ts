import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

type Column = { name: string; type: string }
type Answer = {
  status?: number
  error?: string
  errorName?: string
  columns?: Column[]
  data?: unknown[][]
  /** How many rows it read. */
  read?: number
  /** The answer waits for it. */
  hold?: Promise<void>
  /** Before it waits it says how many parts of the work are done, and of how many. */
  splits?: [done: number, total: number]
}
export type FakeTrino = {
  url: string
  host: string
  asked: string[]
  says(answer: (sql: string) => Answer | undefined): void
  close(): Promise<void>
}

const rows = (columns: string[], data: unknown[][]): Answer => ({ columns: columns.map((name) => ({ name, type: 'varchar' })), data })
const NODE = ['476']

/** What every server answers: that it is there, that it reads patterns by RE2, and who works. */
const usual = (sql: string): Answer => {
  if (sql.includes('(?=a)')) return { error: 'no lookahead', errorName: 'INVALID_FUNCTION_ARGUMENT' }
  if (sql.includes('system.runtime.nodes')) return rows(['node_version'], [NODE, NODE, NODE])
  return rows(['one'], [[1]])
}

/** A server that speaks the protocol of Trino and knows no SQL: it says what the test tells it to. */
export const startFakeTrino = async (): Promise<FakeTrino> => {
  const asked: string[] = []
  let told: (sql: string) => Answer | undefined = () => undefined
  /** What is still to be answered: the address of its page ends with its number. */
  const waiting: Answer[] = []
  const answerWith = (
    response: ServerResponse,
    { status = 200, error, errorName, columns, data, read: processedRows = 0 }: Answer,
  ): void => {
    const stats = { state: 'FINISHED', processedRows }
    const body = { id: 'q', stats, ...(error ? { error: { message: error, errorName } } : { columns, data }) }
    response.writeHead(status).end(status === 200 ? JSON.stringify(body) : 'no')
  }
  const server = createServer((request, response) => {
    let sql = ''
    request.setEncoding('utf8').on('data', (part: string) => (sql += part))
    request.on('end', () => {
      if (request.method === 'DELETE') return void response.writeHead(204).end()
      const later = waiting[Number(request.url?.split('/').at(-1))]
      if (request.method === 'GET' && later) return void Promise.resolve(later.hold).then(() => answerWith(response, later))
      asked.push(sql)
      const answer = told(sql) ?? usual(sql)
      if (!answer.splits) return void Promise.resolve(answer.hold).then(() => answerWith(response, answer))
      const [completedSplits, totalSplits] = answer.splits
      const nextUri = `http://${request.headers.host}/page/${waiting.push(answer) - 1}`
      response.end(JSON.stringify({ id: 'q', stats: { state: 'RUNNING', completedSplits, totalSplits }, nextUri }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked,
    says: (answer) => void (told = answer),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
