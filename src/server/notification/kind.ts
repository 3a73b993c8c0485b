import type { Words } from '#kernel'

/** A kind of news that people can switch off. An area lists its own in `serve(…, { notifications })`. */
export type NotificationKind = { readonly kind: string; readonly title: Words; readonly icon: string }
