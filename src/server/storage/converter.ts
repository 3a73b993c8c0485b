import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, copyFile, link, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fail } from '#kernel'

const TIME_MS = 60_000
const MAX_PDF = 100 * 1024 * 1024
const MAX_WAITING = 4
const CACHE_MS = 30 * 24 * 60 * 60_000
const NAMES = ['soffice', 'libreoffice', 'soffice.exe']

const setting = (path: string, name: string, value: string) =>
  `<item oor:path="/org.openoffice.Office.Common/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`
/** No macro, no active content, and nothing fetched that a document merely names. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${setting('Security/Scripting', 'DisableMacrosExecution', 'true')}
${setting('Security/Scripting', 'MacroSecurityLevel', '3')}
${setting('Security/Scripting', 'BlockUntrustedRefererLinks', 'true')}
${setting('Security/Scripting', 'DisableActiveContent', 'true')}
</oor:items>
`

type Options = {
  program: string | undefined
  path: string | undefined
  dataDir: string
  env: Readonly<Record<string, string>>
  timeMs?: number
}

/** One conversion and how many wait for it; when the last of them has hung up, it stops. */
type Job = { made: Promise<string>; waiting: number; stop: AbortController }

/** Old Office formats as PDF, by the LibreOffice of this machine if it has one. */
export class Converter {
  readonly #options: Options
  readonly #folder: string
  readonly #running = new Map<string, Job>()
  #last: Promise<unknown> = Promise.resolve()
  constructor(options: Options) {
    this.#options = options
    this.#folder = join(options.dataDir, 'preview')
  }
  async #program(): Promise<string | undefined> {
    const { program, path = '' } = this.#options
    const candidates = program
      ? [program]
      : path.split(delimiter).flatMap((folder) => (folder ? NAMES.map((name) => join(folder, name)) : []))
    for (const candidate of candidates)
      if (
        await access(candidate, constants.X_OK).then(
          () => true,
          () => false,
        )
      )
        return candidate
    return undefined
  }
  /** The path of the PDF. The same content is converted once, however many ask. */
  async pdfOf(file: { path: string; sha256: string; suffix: string }, signal: AbortSignal = new AbortController().signal): Promise<string> {
    const kept = join(this.#folder, `${file.sha256}.pdf`)
    if (
      await stat(kept).then(
        (s) => s.isFile(),
        () => false,
      )
    )
      return kept
    const program = await this.#program()
    if (!program) throw fail('preview.noOffice')
    const job = this.#jobFor(program, file, kept)
    job.waiting++
    const leave = () => void (--job.waiting === 0 && job.stop.abort())
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    return job.made.finally(() => signal.removeEventListener('abort', leave))
  }
  #jobFor(program: string, file: { path: string; sha256: string; suffix: string }, kept: string): Job {
    const running = this.#running.get(file.sha256)
    if (running && !running.stop.signal.aborted) return running
    if (this.#running.size >= MAX_WAITING) throw fail('server.busy')
    const stop = new AbortController()
    // One at a time: LibreOffice takes a whole processor and a few hundred megabytes.
    const made = this.#last.then(() => this.#convert(program, file, kept, stop.signal))
    const job: Job = { made, waiting: 0, stop }
    this.#running.set(file.sha256, job)
    this.#last = made
      .catch(() => {})
      .finally(() => {
        if (this.#running.get(file.sha256) === job) this.#running.delete(file.sha256)
      })
    return job
  }
  async #convert(program: string, file: { path: string; suffix: string }, kept: string, signal: AbortSignal): Promise<string> {
    if (signal.aborted) throw fail('preview.failed')
    const room = await mkdtemp(join(tmpdir(), 'office-'))
    try {
      const input = join(room, `document.${file.suffix}`)
      await link(file.path, input).catch(() => copyFile(file.path, input))
      await mkdir(join(room, 'profile', 'user'), { recursive: true })
      await writeFile(join(room, 'profile', 'user', 'registrymodifications.xcu'), PROFILE)
      const profile = `-env:UserInstallation=${pathToFileURL(join(room, 'profile')).href}`
      const quiet = ['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck']
      const arguments_ = [profile, ...quiet, '--convert-to', 'pdf', '--outdir', room, input]
      await this.#run(program, arguments_, room, signal)
      const made = join(room, 'document.pdf')
      const size = await stat(made).then(
        (s) => s.size,
        () => 0,
      )
      if (size === 0 || size > MAX_PDF) throw fail('preview.failed')
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const staged = `${kept}.${process.pid}`
      await copyFile(made, staged)
      await rename(staged, kept)
      return kept
    } finally {
      await rm(room, { recursive: true, force: true })
    }
  }
  #run(program: string, arguments_: string[], room: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      // A group of its own: soffice is a script that starts the real program, and both must end.
      const child = spawn(program, arguments_, {
        cwd: room,
        env: { ...this.#options.env, HOME: room },
        stdio: 'ignore',
        detached: process.platform !== 'win32',
      })
      const kill = () => {
        try {
          if (process.platform === 'win32' || !child.pid) child.kill('SIGKILL')
          else process.kill(-child.pid, 'SIGKILL')
        } catch {
          // It has ended in this very moment.
        }
      }
      const timer = setTimeout(kill, this.#options.timeMs ?? TIME_MS)
      const over = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', kill)
      }
      signal.addEventListener('abort', kill, { once: true })
      child.once('error', () => {
        over()
        reject(fail('preview.failed'))
      })
      child.once('exit', (code) => {
        over()
        kill()
        if (code === 0) resolve()
        else reject(fail('preview.failed'))
      })
    })
  }
  /** What nobody has looked at for a month, and what a crash left half written. */
  async sweep(): Promise<void> {
    const before = Date.now() - CACHE_MS
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name)
      const found = await stat(path).catch(() => undefined)
      if (found && Math.max(found.atimeMs, found.mtimeMs) < before) await rm(path, { force: true })
    }
  }
}
