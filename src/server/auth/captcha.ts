import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import type { Db } from '../db/database.ts'
import { consume, remember } from './one-time.ts'

/** Digits as strokes on a 4 × 6 grid: drawn by ourselves, a machine without fonts shows them too. */
const STROKES: Record<string, string> = {
  '2': 'M0 1Q0 0 2 0Q4 0 4 1.6Q4 3 0 6L4 6',
  '3': 'M0 0L4 0L1.8 2.4Q4 2.6 4 4.2Q4 6 2 6Q0.4 6 0 5',
  '4': 'M3 6L3 0L0 4L4 4',
  '5': 'M4 0L0.4 0L0 2.6Q1 2.2 2 2.2Q4 2.3 4 4.1Q4 6 2 6Q0.4 6 0 5',
  '6': 'M3.6 0Q0 1.5 0 4.2Q0 6 2 6Q4 6 4 4.2Q4 2.6 2 2.6Q0.4 2.6 0 4',
  '7': 'M0 0L4 0L1.4 6',
  '8': 'M2 2.8Q0.2 2.6 0.2 1.4Q0.2 0 2 0Q3.8 0 3.8 1.4Q3.8 2.6 2 2.8Q0 3 0 4.4Q0 6 2 6Q4 6 4 4.4Q4 3 2 2.8',
  '9': 'M0.4 6Q4 4.5 4 1.8Q4 0 2 0Q0 0 0 1.8Q0 3.4 2 3.4Q3.6 3.4 4 2',
}
const DIGITS = Object.keys(STROKES)
const WIDTH = 132
const HEIGHT = 44
const LIFE_SECONDS = 300
/** What a page may call its captcha; anything else has none. */
export const CAPTCHA_ID = /^[\w-]{8,64}$/

const jitter = (span: number) => (randomInt(0, 2001) / 1000 - 1) * span
const ink = () => `hsl(${randomInt(190, 250)} ${randomInt(35, 70)}% ${randomInt(28, 45)}%)`
const drawDigit = (digit: string, at: number) => {
  const size = 4.4 + jitter(0.5)
  return `<g transform="translate(${14 + at * 29 + jitter(3)} ${9 + jitter(4)}) rotate(${jitter(16)}) skewX(${jitter(12)}) scale(${size})"><path d="${STROKES[digit]}" fill="none" stroke="${ink()}" stroke-width="${0.62 + jitter(0.12)}" stroke-linecap="round" stroke-linejoin="round"/></g>`
}
const drawNoise = () => {
  const curve = () =>
    `<path d="M0 ${randomInt(4, 40)}C${randomInt(20, 60)} ${randomInt(0, 44)} ${randomInt(60, 100)} ${randomInt(0, 44)} ${WIDTH} ${randomInt(4, 40)}" fill="none" stroke="${ink()}" stroke-opacity=".45" stroke-width="1.3"/>`
  const dot = () =>
    `<circle cx="${randomInt(0, WIDTH)}" cy="${randomInt(0, HEIGHT)}" r="${1 + Math.abs(jitter(0.6))}" fill="${ink()}" fill-opacity=".4"/>`
  return [...Array.from({ length: 3 }, curve), ...Array.from({ length: 26 }, dot)].join('')
}
const draw = (answer: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#f4f7fb"/>${[...answer].map(drawDigit).join('')}${drawNoise()}</svg>`,
    ),
  )
    .png()
    .toBuffer()

export type Captcha = { picture(db: Db, id: string): Promise<Buffer>; check(db: Db, id: string, answer: string): Promise<boolean> }
const randomAnswer = () => Array.from({ length: 4 }, () => DIGITS[randomInt(DIGITS.length)]).join('')

/** A picture asks once: right or wrong, the next try needs a new one. */
export const createCaptcha = (choose: () => string = randomAnswer): Captcha => ({
  picture: async (db, id) => {
    const answer = choose()
    await remember(db, 'captcha', id, answer, LIFE_SECONDS)
    return draw(answer)
  },
  check: async (db, id, answer) => CAPTCHA_ID.test(id) && consume(db, 'captcha', id, answer.trim(), 1),
})
