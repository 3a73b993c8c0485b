import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { closeWhatFallsIdle } from './idle.ts'

test('a server that ends answers what was asked, and waits for nobody who has asked nothing', async () => {
  const { promise: goOn, resolve: end } = Promise.withResolvers<void>()
  const server = createServer((_, answer) => {
    answer.write('begun ')
    void goOn.then(() => answer.end('ended'))
  })
  const begin = closeWhatFallsIdle(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const silent = connect(port, '127.0.0.1')
  await once(server, 'connection')
  const asked = request({ port, host: '127.0.0.1' }).end()
  const [answer] = await once(asked, 'response')
  begin()
  const closed = once(server, 'close')
  server.close()
  await once(silent, 'close')
  end()
  expect(await text(answer)).toBe('begun ended')
  await closed
})
