import plus from 'virtual:icon/plus'
import { ensureText, later, useResource, useText } from '#web'
import { ListPage } from '#web/resource/list/list-page.tsx'
import { SidePanel, useSide } from '#web/resource/side-panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { joinNames } from '#web/ui/format.ts'
import { useLook } from './look.ts'
import { Choice, LookSwitch } from './look-switch.tsx'
import { useReload } from './use-todos.ts'
import './todo.css'

await ensureText('todo', 'list', 'field', 'record')

const Board = later(
  () => import('./board.tsx'),
  (m) => m.Board,
)
const Calendar = later(
  () => import('./calendar.tsx'),
  (m) => m.Calendar,
)

const Picture = () => {
  const t = useText('todo')
  const { words, may, nameOf } = useResource()
  const { look, isMine, setMine } = useLook()
  const beside = useSide()
  const reload = useReload()
  return (
    <section className="todo-page" aria-label={words.title}>
      <header className="list-header">
        <div className="list-title">
          <h1>{words.title}</h1>
        </div>
        <div className="list-tools" role="toolbar" aria-label={t('list:toolbar.label')}>
          <Choice
            label={t('whose')}
            all={['mine', 'everybody'] as const}
            current={isMine ? 'mine' : 'everybody'}
            word={(one) => t(one)}
            onChoose={(one) => setMine(one === 'mine')}
          />
          <LookSwitch />
          {may('add') && (
            <Button look="primary" icon={plus} onClick={() => beside.show({ kind: 'add', parent: null })}>
              {t('list:toolbar.add')}
            </Button>
          )}
        </div>
      </header>
      {look === 'board' ? <Board /> : <Calendar />}
      <SidePanel at={beside} names={(rows) => joinNames(rows.map(nameOf))} onSaved={reload} onDone={reload} />
    </section>
  )
}

/** The list, or the same work as a board of its states or on the days it is due. */
export const TodoPage = () => (useLook().look === 'list' ? <ListPage /> : <Picture />)
