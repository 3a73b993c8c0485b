import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** Hands request after request to one server after the other, as a balancer without memory does. */
export const startRoundRobin = async (addresses: readonly string[]): Promise<{ address: string; close(): Promise<void> }> => {
  let turn = 0
  const server = createServer((request, response) => {
    const { hostname, port } = new URL(addresses[turn++ % addresses.length]!)
    let isAnswered = false
    const { method = 'GET', url: path = '/', headers } = request
    // A connection of its own each time: one that is kept may be closed by the server while the next request is on its way.
    const forward = ask({ hostname, port, method, path, headers, agent: false }, (answer) => {
      isAnswered = true
      // The end of that connection is not the end of this one: the sender may still be writing.
      const { connection: _, ...kept } = answer.headers
      response.writeHead(answer.statusCode ?? 502, kept)
      pipeline(answer, response, () => {})
    })
    request.pipe(forward)
    // A server that has answered need not read to the end; whoever hangs up on one side hangs up on the other.
    forward.on('error', () => void (isAnswered ? request.resume() : response.destroy()))
    response.once('close', () => forward.destroy())
  })
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
