import type { Reason } from './failure.ts'

/** What is drawn inside the sandbox, because it becomes HTML. */
export type FrameKind = 'docx' | 'pptx' | 'markdown'

/** `auto` fits the width of the window but does not enlarge. */
export type Zoom = number | 'fit' | 'auto'

export type ToFrame =
  | { type: 'show'; kind: FrameKind; bytes: ArrayBuffer; lang: string }
  | { type: 'zoom'; value: Zoom }
  | { type: 'go'; page: number }
  | { type: 'find'; text: string; at: number }
  | { type: 'print' }

export type FromFrame =
  | { type: 'ready' }
  | { type: 'shown'; pages: number }
  | { type: 'failed'; reason: Reason; detail: string }
  | { type: 'page'; page: number }
  | { type: 'zoomed'; value: number }
  | { type: 'found'; count: number; at: number }
  | { type: 'link'; href: string }
  | { type: 'key'; key: string; ctrl: boolean }
