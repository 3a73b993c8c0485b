// One worker of bench:task: `node task-worker.ts <queue> <place as JSON>`. Begins when it is told to.
import { QUEUES } from './queue.ts'
import type { Place, QueueName } from './queue.ts'

const [queue = 'ours', place = '{}'] = process.argv.slice(2)
process.once('message', () => void QUEUES[queue as QueueName].work(JSON.parse(place) as Place).then(() => process.send?.('works')))
process.send?.('ready')
