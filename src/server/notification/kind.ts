import type { Words } from '#kernel'

/** A kind of news that people can switch off. An area lists its own in `serve(…, { notifications })`. */
export type NotificationKind = {
  readonly kind: string
  readonly title: Words
  readonly icon: string
  /** Somebody waits for it: as long as it is unread it goes out by mail and SMS too, gathered into one message. */
  readonly digest?: true
  /** Members are told of it too, and can switch it off like everybody. */
  readonly members?: true
}
