import { PreviewFailure } from '../failure.ts'
import { refuseMismatch } from '../magic.ts'
import type { Source } from '../source.ts'
import type { FromReader, GridRow, SheetHead, SheetName, ToReader } from './book.ts'

export type LoadedSheet = { head: SheetHead; rows: readonly GridRow[]; isEnd: boolean; isCut: boolean }
export type BookState = { sheets: readonly SheetName[]; encoding: string | null; loaded: ReadonlyMap<number, LoadedSheet>; error: unknown }

const nothing: BookState = { sheets: [], encoding: null, loaded: new Map(), error: null }
/** Then the reader is ended: it works beside the page, so that only it hangs. */
const PATIENCE_MS = 20_000

const taken = (state: BookState, message: FromReader): BookState => {
  if (message.type === 'book') return { ...state, sheets: message.sheets, encoding: message.encoding ?? null }
  if (message.type === 'failed') return { ...state, error: new PreviewFailure(message.reason, message.detail) }
  const loaded = new Map(state.loaded)
  const old = loaded.get(message.index)
  if (message.type === 'head') loaded.set(message.index, { head: message.head, rows: [], isEnd: false, isCut: false })
  else if (message.type === 'rows' && old) loaded.set(message.index, { ...old, rows: [...old.rows, ...message.rows] })
  else if (message.type === 'end' && old) loaded.set(message.index, { ...old, isEnd: true, isCut: message.isCut })
  return { ...state, loaded }
}

/** A book that is read in a worker, sheet by sheet, as they are asked for. */
export class BookReader {
  readonly #source: Source
  readonly #bytes: Uint8Array<ArrayBuffer>
  readonly #listeners = new Set<() => void>()
  readonly #wanted = new Set<number>()
  #worker: Worker | undefined
  #heard: FromReader[] = []
  #later: ReturnType<typeof setTimeout> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  state = nothing
  constructor(source: Source, bytes: Uint8Array<ArrayBuffer>) {
    this.#source = source
    this.#bytes = bytes
  }
  /** The worker lives as long as somebody looks. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (!this.#worker && !this.state.error) this.#open()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#close()
    }
  }
  #open(): void {
    try {
      refuseMismatch(this.#bytes, this.#source.kind, this.#source.suffix)
    } catch (error) {
      return this.#put({ ...nothing, error })
    }
    this.#worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' })
    this.#worker.onmessage = ({ data }: MessageEvent<FromReader>) => this.#hear(data)
    this.#worker.onerror = () => this.#fail('damaged')
    this.#wait()
    this.#say({ type: 'open', bytes: this.#bytes, kind: this.#source.kind === 'csv' ? 'csv' : 'sheet' })
  }
  #close(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#later)
    this.#heard = []
    this.#worker?.terminate()
    this.#worker = undefined
    this.#wanted.clear()
    this.state = nothing
  }
  #wait(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail('tooSlow'), PATIENCE_MS)
  }
  #fail(reason: 'damaged' | 'tooSlow'): void {
    this.#worker?.terminate()
    this.#put({ ...this.state, error: new PreviewFailure(reason) })
  }
  #say(message: ToReader): void {
    this.#worker?.postMessage(message)
  }
  #put(state: BookState): void {
    this.state = state
    for (const listener of this.#listeners) listener()
  }
  #hear(message: FromReader): void {
    if (message.type === 'end' || message.type === 'failed') clearTimeout(this.#timer)
    else this.#wait()
    this.#take(message)
    const [first] = message.type === 'book' ? message.sheets : []
    if (first) this.want(first.index)
  }
  /** Rows come faster than they can be shown: the page hears of them ten times a second. */
  #take(message: FromReader): void {
    this.#heard.push(message)
    const isUrgent = message.type !== 'rows' || this.state.loaded.get(message.index)?.rows.length === 0
    if (isUrgent) this.#settle()
    else this.#later ??= setTimeout(() => this.#settle(), 100)
  }
  #settle(): void {
    clearTimeout(this.#later)
    this.#later = undefined
    const heard = this.#heard.splice(0)
    if (heard.length) this.#put(heard.reduce(taken, this.state))
  }
  want(index: number): void {
    if (this.#wanted.has(index) || this.#source.kind === 'csv') return
    this.#wanted.add(index)
    this.#wait()
    this.#say({ type: 'sheet', index })
  }
}
