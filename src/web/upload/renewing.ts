import { DefaultHttpStack, type HttpRequest, type HttpResponse, type HttpStack } from 'tus-js-client'
import { refreshSession } from '../api/refresh.ts'
import { sessionHeaders } from '../api/send.ts'
import { endSession } from '../api/session-end.ts'
import { type Audience, tokenOf } from '../api/session.ts'

const EXPIRED = '409'
/** The answer to HEAD has no body: the code stands in its head. */
const codeOf = (response: HttpResponse): string | undefined =>
  response.getStatus() === 401 ? response.getHeader('x-session-code') : undefined

/** The session is over: what has arrived waits on the server until somebody signs in and chooses the file again. */
export class SignedOut extends Error {}

/**
 * A request with the session of the moment; refused because its token ran out it is sent again with a new one, under the rules of every other
 * call. The library never sees that refusal: it would take the upload for lost and begin at zero.
 */
class RenewingRequest implements HttpRequest {
  #sent: HttpRequest
  readonly #audience: Audience
  readonly #make: () => HttpRequest
  readonly #headers = new Map<string, string>()
  #isAborted = false
  #onProgress: (bytes: number) => void = () => {}
  constructor(audience: Audience, make: () => HttpRequest) {
    this.#audience = audience
    this.#make = make
    this.#sent = make()
  }
  getMethod = (): string => this.#sent.getMethod()
  getURL = (): string => this.#sent.getURL()
  getHeader = (name: string): string | undefined => this.#headers.get(name)
  getUnderlyingObject = (): unknown => this.#sent.getUnderlyingObject()
  setHeader = (name: string, value: string): void => void this.#headers.set(name, value)
  setProgressHandler = (handler: (bytes: number) => void): void => void (this.#onProgress = handler)
  abort = (): Promise<void> => {
    this.#isAborted = true
    return this.#sent.abort()
  }

  async send(body: unknown): Promise<HttpResponse> {
    const token = tokenOf(this.#audience)
    const first = await this.#try(body)
    if (codeOf(first) !== EXPIRED || !(await refreshSession(this.#audience, token))) return this.#seen(first)
    // As for one that is aborted on its way: nobody waits for an answer.
    if (this.#isAborted) return new Promise(() => {})
    this.#sent = this.#make()
    return this.#seen(await this.#try(body))
  }
  #try(body: unknown): Promise<HttpResponse> {
    for (const [name, value] of [...this.#headers, ...Object.entries(sessionHeaders())]) this.#sent.setHeader(name, value)
    this.#sent.setProgressHandler(this.#onProgress)
    return this.#sent.send(body)
  }
  async #seen(response: HttpResponse): Promise<HttpResponse> {
    if (codeOf(response) !== undefined) {
      await endSession(this.#audience)
      throw new SignedOut()
    }
    const status = response.getStatus()
    // Of a server that is busy or restarts the library would not ask again how far the upload is, but begin at zero.
    if (this.getMethod() === 'HEAD' && (status === 429 || status >= 500)) throw new Error(`the server answers ${status}`)
    return response
  }
}

export const renewing = (audience: Audience): HttpStack => {
  const stack = new DefaultHttpStack({})
  return {
    createRequest: (method, url) => new RenewingRequest(audience, () => stack.createRequest(method, url)),
    getName: () => stack.getName(),
  }
}
