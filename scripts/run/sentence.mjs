/** A failure the reader can mend: printed without a stack trace. */
export class Sentence extends Error {}

export const say = (text) => process.stderr.write(`${text}\n`)
