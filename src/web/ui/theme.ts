/** Every colour and size of the interface. The HTML entries get these as CSS variables, antd as tokens, charts as values. */
export const color = {
  accent: '#0b63c5',
  accentHover: '#0955a8',
  accentPress: '#08488f',
  accentSoft: '#e9f2fc',
  accentLine: '#a9ccf2',
  ink: '#131a24',
  ink2: '#465162',
  ink3: '#667284',
  line: '#e1e6ed',
  lineSoft: '#edf0f4',
  lineStrong: '#c5ccd6',
  page: '#f4f6f9',
  surface: '#ffffff',
  sunken: '#f7f9fb',
  hover: '#f2f5f8',
  passed: '#127639',
  passedSoft: '#e8f5ec',
  warned: '#a85508',
  warnedSoft: '#fdf3e3',
  failed: '#c5262c',
  failedSoft: '#fdecec',
  none: '#5c6879',
  noneSoft: '#f0f2f5',
  error: '#6b3fc4',
  errorSoft: '#f2ecfc',
  locked: '#475569',
  lockedSoft: '#e9edf2',
} as const

export const font = {
  text: "'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', system-ui, sans-serif",
  code: "'SFMono-Regular', 'JetBrains Mono', Consolas, 'Liberation Mono', 'Noto Sans Mono CJK SC', monospace",
} as const

export const size = { base: 14, meta: 12, title: 20, radius: 6, row: 36, rowDense: 30, rowComfortable: 44, page: 16, gap: 12 } as const

const kebab = (name: string): string => name.replace(/[A-Z]|\d/g, (c) => `-${c.toLowerCase()}`)

export const cssVariables = (): string => {
  const lines = [
    ...Object.entries(color).map(([name, value]) => `--c-${kebab(name)}:${value}`),
    `--f-text:${font.text}`,
    `--f-code:${font.code}`,
    `--radius:${size.radius}px`,
  ]
  return `:root{${lines.join(';')}}:root:lang(en){--f-text:'Latin marks',${font.text}}`
}
