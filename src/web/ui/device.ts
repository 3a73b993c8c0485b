const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const first = (list: readonly [RegExp, string][], text: string): string => list.find(([sign]) => sign.test(text))?.[1] ?? ''

/** What a person calls the machine; a program gets the name it gave itself. */
export const deviceOf = (userAgent: string): { name: string; phone: boolean } => ({
  name:
    [first(BROWSERS, userAgent), first(SYSTEMS, userAgent)].filter(Boolean).join(' · ') || (userAgent.split(/[/ ]/)[0] ?? '').slice(0, 30),
  phone: /Mobile|iPhone|Android/.test(userAgent),
})
