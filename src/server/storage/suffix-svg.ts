import { createHash } from 'node:crypto'
import { matches } from '#kernel'

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** A file icon with the first letters of a suffix. What is no colour is not put in: the suffix decides then. */
export const suffixSvg = (suffix: string, background: string): string => {
  const letters = [...suffix.replaceAll(/[\p{C}\p{Z}]/gu, '')].slice(0, 4).join('').toUpperCase() || 'FILE'
  const hue = createHash('sha256').update(letters).digest().readUInt16BE(0) % 360
  const fill = matches('color', background) ? background : `hsl(${hue} 45% 62%)`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 80" width="64" height="80"><path fill="#e8ecf1" d="M8 0h32l20 20v52a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8z"/><path fill="#c9d2de" d="M40 0l20 20H46a6 6 0 0 1-6-6z"/><rect y="42" width="60" height="24" fill="${fill}"/><text x="30" y="59" text-anchor="middle" font-family="sans-serif" font-size="16" font-weight="700" fill="#fff">${escapeXml(letters)}</text></svg>`
}
