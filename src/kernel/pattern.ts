/** Text patterns shared by form and route. The keys are also the error keys `pattern.*` in the catalogue. */
export const PATTERNS = {
  /** 3–15 characters: BuildAdmin's expression let 16 through. */
  account: /^[a-zA-Z][a-zA-Z0-9_]{2,14}$/,
  password: /^[^&<>"'\r\n]{6,32}$/,
  mobile: /^1[3-9]\d{9}$/,
  /** ASCII without separators: `a,b@c` is two recipients to a mail server, and letters that fold to others reach another person. */
  email: /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$/,
  /** Names of people and things: letters of any script, digits, blank, dash, dot, underscore, middle dot. */
  name: /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._·-]*$/u,
  identifier: /^[a-z][a-z0-9_]*$/,
  code: /^[A-Za-z0-9][A-Za-z0-9_.-]*$/,
  url: /^https?:\/\/[^\s]+$/,
  color: /^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/,
  icon: /^[a-z0-9][a-z0-9-]*$/,
  time: /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
  rule: /^[a-zA-Z][a-zA-Z0-9._/-]*$/,
} as const

/** The bounds of `password`: a house may ask for more than the shortest. */
export const PASSWORD_LENGTH = { min: 6, max: 32 } as const

export type Pattern = keyof typeof PATTERNS

export const matches = (pattern: Pattern, text: string): boolean => PATTERNS[pattern].test(text)
