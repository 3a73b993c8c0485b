import type { Status } from '../result.ts'

const CODES: Partial<Record<Status, number>> = { error: 35, failed: 31, warned: 33, passed: 32, not_applicable: 90, skipped: 90 }

export type Paint = (text: string, status: Status) => string

/** Colour only where somebody looks: on a terminal that can, and that did not ask to go without (no-color.org). */
export function painter(stream: Pick<NodeJS.WriteStream, 'isTTY'> = process.stdout, environment: NodeJS.ProcessEnv = process.env): Paint {
  const coloured = stream.isTTY && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb'
  return (text, status) => {
    const code = CODES[status]
    return coloured && code !== undefined ? `\u001b[${code}m${text}\u001b[39m` : text
  }
}
