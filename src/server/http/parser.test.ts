import multipart from '@fastify/multipart'
import fc from 'fast-check'
import Fastify from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  LANGUAGES,
  Refusal,
  fail,
  flawOf,
  languageOf,
  parseProperties,
  readDesign,
  readDraft,
  readJson,
  readPage,
  readQuery,
} from '#kernel'
import { everyKind } from '../../../test/every-kind.ts'
import { form, headerText, jsonText, queryText, word } from '../../../test/grammar.ts'
import { addressOf, isAddressTemplate } from '../storage/address.ts'
import { rangeOf } from '../storage/deliver.ts'
import { isSafeName } from '../storage/file-name.ts'
import { receive } from '../storage/receive.ts'
import { suffixSvg } from '../storage/suffix-svg.ts'
import { readAddress } from './address.ts'
import { refusalOf } from './answer.ts'
import { redactUrl } from './access-log.ts'
import { reasonOf, refuseFlaws } from './input.ts'
import { zoneOf } from '../zone.ts'

/** 200,000 inputs at the parsers themselves: whatever comes in, it is read or refused in a sentence. */
const counts = new Map<string, number>()
const tried = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
afterAll(() => {
  const { seed } = fc.readConfigureGlobal()
  console.log(`seed ${seed}: ${[...counts].map(([what, n]) => `${n} ${what}`).join(', ')}`)
})

/** `expect` would take most of the time of 200,000 inputs. */
const must = (isSo: boolean): void => {
  if (!isSo) throw new Error('not as promised')
}
const PATIENCE = 600_000

/** True when it was read; a refusal is the other good end, and has its sentence in every language. */
const survives = (work: () => void): boolean => {
  try {
    work()
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status >= 500 || LANGUAGES.some((language) => error.sentence(language).length < 5)) throw error
    return false
  }
}

test(
  '110,000 addresses',
  () => {
    let read = 0
    fc.assert(
      fc.property(queryText, (text) => {
        tried('addresses')
        const query = readAddress(text)
        if (query['refusal'] instanceof Refusal) return
        const isRead = survives(() => {
          refuseFlaws({ params: {}, query, body: undefined })
          JSON.stringify(query)
          for (const value of Object.values(query)) String(value)
          readPage(query['page'])
        })
        if (isRead) read++
        survives(() => void readQuery(everyKind, query))
      }),
      { numRuns: 110_000 },
    )
    // A grammar whose sentences are all refused at the door tests the door alone.
    expect(read).toBeGreaterThan(10_000)
  },
  PATIENCE,
)

test(
  '20,000 bodies',
  () => {
    let read = 0
    fc.assert(
      fc.property(jsonText, fc.boolean(), (text, isAdd) => {
        tried('bodies')
        survives(() => {
          const value = readJson(text)
          must(flawOf(value) === undefined)
          read++
          for (const one of Object.values(value ?? {})) String(one)
          JSON.stringify(value)
          readDraft(everyKind, value, isAdd ? 'add' : 'edit')
          readDesign(value, () => everyKind)
          readQuery(everyKind, { search: value })
        })
      }),
      { numRuns: 20_000 },
    )
    expect(read).toBeGreaterThan(4000)
  },
  PATIENCE,
)

test(
  '50,000 headers',
  () => {
    fc.assert(
      fc.property(headerText, fc.nat(1_000_000), (text, size) => {
        tried('headers')
        survives(() => {
          const reason = reasonOf(text)
          must(reason!.length <= 500 && flawOf(reason) === undefined)
        })
        must(LANGUAGES.includes(languageOf(text)))
        const range = rangeOf(text, size)
        must(!range || (range.start >= 0 && range.start <= range.end && range.end < size))
      }),
      { numRuns: 50_000 },
    )
  },
  PATIENCE,
)

test(
  '17,000 names and places',
  () => {
    const facts = { topic: 'default', suffix: 'txt', sha256: 'a'.repeat(64), at: new Date() }
    fc.assert(
      fc.property(word, word, (one, other) => {
        tried('names')
        redactUrl(`${one}?token=${other}`)
        must(!isSafeName(one) || !/[/\\\0]/.test(one))
        must(!isAddressTemplate(`/storage/${one}`) || !one.includes('..'))
        must(addressOf(`/storage/${one}`, facts).startsWith('/storage/'))
        must(suffixSvg(one, other).split('<').length === 8)
        must(/^[\w/+-]+$/.test(zoneOf(one)))
        parseProperties(`${one}\n${other}=${one}`)
      }),
      { numRuns: 17_000 },
    )
  },
  PATIENCE,
)

test(
  '3,000 forms with files',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'forms-'))
    const app = Fastify()
    let staged = 0
    const store = { stage: async () => join(folder, String(++staged)) } as Parameters<typeof receive>[1]
    await app.register(multipart)
    app.setErrorHandler((error: Error, request, reply) => reply.code(refusalOf(error, request).status).send(fail('input.badBody').message))
    app.route({
      method: 'POST',
      url: '/',
      handler: async (request) => ({ size: (await receive(request, store, { maxsize: 100, mimetype: 'txt,csv' })).size }),
    })
    let read = 0
    await fc.assert(
      fc.asyncProperty(fc.array(form, { minLength: 20, maxLength: 20 }), async (forms) => {
        const answers = await Promise.all(
          forms.map(({ type, body }) => app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload: body })),
        )
        for (const [at, { statusCode, body }] of answers.entries()) {
          tried('forms')
          if (statusCode >= 500) throw new Error(`${JSON.stringify(forms[at])} → ${body}`)
          if (body.startsWith('{"size')) read++
        }
      }),
      { numRuns: 150 },
    )
    await app.close()
    await rm(folder, { recursive: true })
    expect(read).toBeGreaterThan(10)
  },
  PATIENCE,
)

test('they were 200,000', () => expect([...counts.values()].reduce((a, b) => a + b)).toBe(200_000))
