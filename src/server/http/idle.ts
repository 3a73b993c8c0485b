import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A close ends the connections that are idle then. One that was answering would stay open for its keep-alive time, 70 seconds, and one on which
 * nothing was asked yet, as browsers open them ahead, for the minute that a first request may take.
 */
export const closeWhatFallsIdle = (server: Server): (() => void) => {
  const connections = new Set<Socket>()
  server.on('connection', (connection: Socket) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  return () => {
    if (!server.listening) return
    const timer = setInterval(() => {
      server.closeIdleConnections()
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
    }, 50)
    server.once('close', () => clearInterval(timer))
  }
}
