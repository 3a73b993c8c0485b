import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Column = { name: string; type: string }
type Answer = { status?: number; error?: string; errorName?: string; columns?: Column[]; data?: unknown[][] }
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
  const server = createServer((request, response) => {
    let sql = ''
    request.setEncoding('utf8').on('data', (part: string) => (sql += part))
    request.on('end', () => {
      asked.push(sql)
      const { status = 200, error, errorName, columns, data } = told(sql) ?? usual(sql)
      const body = { id: 'q', stats: { state: 'FINISHED' }, ...(error ? { error: { message: error, errorName } } : { columns, data }) }
      response.writeHead(status).end(status === 200 ? JSON.stringify(body) : 'no')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
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
