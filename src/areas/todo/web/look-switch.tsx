import { ensureText, useText } from '#web'
import { LOOKS, useLook } from './look.ts'
import './todo.css'

await ensureText('todo')

type Props<T extends string> = { label: string; all: readonly T[]; current: T; word(one: T): string; onChoose(one: T): void }
/** A few that exclude each other, all in sight. */
export const Choice = <T extends string>({ label, all, current, word, onChoose }: Props<T>) => (
  <div className="todo-choice" role="group" aria-label={label}>
    {all.map((one) => (
      <button key={one} type="button" aria-pressed={one === current} onClick={() => onChoose(one)}>
        {word(one)}
      </button>
    ))}
  </div>
)

export const LookSwitch = () => {
  const t = useText('todo')
  const { look, setLook } = useLook()
  return <Choice label={t('look')} all={LOOKS} current={look} word={(one) => t(`looks.${one}`)} onChoose={setLook} />
}
