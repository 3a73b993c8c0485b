import { randomUUID } from 'node:crypto'

/** How the process ends: `npm start` starts it again after a crash, but not when it refused to start and said why. */
export const EXIT = { refused: 78, crashed: 70 } as const

/**
 * For what nobody caught, rejections included. The state of the process is unknown then: it leaves a number and the story, finishes
 * what it was asked and ends. Without this it would end in the middle of every request.
 */
export const endOnUncaught = (report: (number: string, error: unknown) => void, end: (code: number) => Promise<void>): void =>
  void process.on('uncaughtException', (error) => {
    report(randomUUID(), error)
    void end(EXIT.crashed)
  })
