import { type Pattern, PATTERNS } from '../../../kernel/pattern.ts'

/** Key of the sentence under the field, or undefined when the value is fine. */
export const checkText = (value: string, pattern: Pattern): string | undefined => {
  if (!value) return `required.${pattern}`
  return PATTERNS[pattern].test(value) ? undefined : `invalid.${pattern}`
}

/** A new password, which may have to be longer than those that may be typed to sign in. */
export const checkNewPassword = (value: string, min: number): string | undefined =>
  checkText(value, 'password') ?? (value.length < min ? 'short.password' : undefined)

/** Members may sign in with account, mobile or e-mail. */
export const checkAccountName = (value: string): string | undefined => {
  if (!value) return 'required.account'
  const fits = (['account', 'mobile', 'email'] as const).some((p) => PATTERNS[p].test(value))
  return fits ? undefined : 'invalid.account'
}
