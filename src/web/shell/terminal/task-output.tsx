import { useEffect, useRef } from 'react'
import '@xterm/xterm/css/xterm.css'
import { useText } from '../../i18n/index.ts'

type Screen = { write(text: string): void; reset(): void; dispose(): void; open(parent: HTMLElement): void }

const CHARACTER_PX = 7.25
const PADDING_PX = 28

const createScreen = async (parent: HTMLElement): Promise<Screen> => {
  const { Terminal } = await import('@xterm/xterm')
  // The panel is as wide as the window allows; a line that is cut off cannot be read.
  const width = parent.parentElement?.clientWidth ?? 600
  const screen = new Terminal({
    disableStdin: true,
    convertEol: true,
    screenReaderMode: true,
    rows: 14,
    cols: Math.max(30, Math.floor((width - PADDING_PX) / CHARACTER_PX)),
    scrollback: 20_000,
    fontSize: 12,
    fontFamily: "Consolas, 'Liberation Mono', monospace",
    theme: { background: '#10171f', foreground: '#d5dee8' },
  })
  screen.open(parent)
  return screen
}

/** Output with its colours; only what is new is written, so that a long build does not repaint itself at every line. */
export const TaskOutput = ({ lines }: { lines: readonly string[] }) => {
  const t = useText('shell')
  const host = useRef<HTMLDivElement>(null)
  const screen = useRef<Promise<Screen> | null>(null)
  const written = useRef(0)
  useEffect(() => {
    if (!host.current) return
    const mine = createScreen(host.current)
    screen.current = mine
    written.current = 0
    return () => {
      screen.current = null
      void mine.then((s) => s.dispose())
    }
  }, [])
  useEffect(() => {
    void screen.current?.then((s) => {
      if (lines.length < written.current) {
        s.reset()
        written.current = 0
      }
      for (const line of lines.slice(written.current)) s.write(`${line}\n`)
      written.current = lines.length
    })
  }, [lines])
  return (
    <div className="task-output">
      {lines.length === 0 && <p>{t('terminal.noOutput')}</p>}
      <div ref={host} className="task-screen" hidden={lines.length === 0} />
    </div>
  )
}
