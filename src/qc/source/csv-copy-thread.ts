import { parentPort, workerData } from 'node:worker_threads'
import { copyShare, type CsvShare } from './csv-share.ts'

const share: CsvShare = workerData
parentPort?.postMessage(await copyShare(share), [])
