export type Channel = 'sms' | 'mail'
export const GATEWAYS = ['aliyun', 'tencent', 'qiniu', 'yunpian'] as const
export type Gateway = (typeof GATEWAYS)[number]

/** What a provider gets to deliver. SMS gateways render their own template from `params`, in the order of its text. */
export type Letter = {
  readonly channel: Channel
  readonly to: string
  readonly subject: string
  readonly text: string
  /** What goes with a mail. */
  readonly file?: { readonly name: string; readonly content: string }
  readonly template: { readonly id: string; readonly params: readonly { name: string; value: string }[] } | null
}

/** One way out of this system. `send` answers the provider's own number for the message. */
export type Provider = { readonly name: string; send(letter: Letter, signal: AbortSignal): Promise<string> }

/** Why a provider did not take a message; `isPassing` says that the same one may take it later. */
export class ProviderError extends Error {
  readonly isPassing: boolean
  constructor(message: string, isPassing: boolean) {
    super(message)
    this.name = 'ProviderError'
    this.isPassing = isPassing
  }
}

/** Keeps the message: people read it in the back office. */
export const localProvider: Provider = { name: 'local', send: async () => '' }
