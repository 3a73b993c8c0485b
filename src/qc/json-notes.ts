/** Lines that begin with two slashes are notes; no text of JSON can hold such a line, and its place is kept for messages. */
export const withoutNotes = (content: string): string =>
  content.replace(/^\ufeff/, '').replaceAll(/^[ \t]*\/\/.*$/gm, (line) => ' '.repeat(line.length))
