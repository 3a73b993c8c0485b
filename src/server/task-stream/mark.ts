import { fail } from '#kernel'

/** How far somebody has come with each task: the number of the last event. Under 0 stands the moment up to which nothing is missed, in seconds. */
export type Marks = Map<number, number>
export const COMPLETE = 0
const SHAPE = /^\d{1,16}:\d{1,10}(,\d{1,16}:\d{1,10}){0,499}$/

/** `12:5`, or several of them: a reader of many tasks names the last event of each that it has seen lately. */
export const readMarks = (header: string | string[] | undefined): Marks | undefined => {
  if (header === undefined || header === '') return undefined
  if (typeof header !== 'string' || !SHAPE.test(header)) throw fail('input.badHeader', { name: 'last-event-id' })
  return new Map(header.split(',').map((mark) => mark.split(':').map(Number) as [number, number]))
}
export const printMarks = (marks: Marks): string =>
  [...marks]
    .slice(-500)
    .map(([task, seq]) => `${task}:${seq}`)
    .join(',')
