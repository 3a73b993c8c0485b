export const ALL = ['notification'] as const
/** What the bell counts; the panel writes it when something was read. */
export const UNREAD = ['notification', 'unread'] as const
export const NEWS = ['notification', 'list'] as const
export const KINDS = ['notification', 'kinds'] as const
