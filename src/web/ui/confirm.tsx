import { useState } from 'react'
import { Modal } from './modal.tsx'
import { Button } from './button.tsx'
import './confirm.css'

export type Question = {
  title: string
  detail?: string | undefined
  /** What will come of it. */ note?: string
  yes: string
  no: string
  danger?: boolean
}
type Asked = Question & { answer(yes: boolean): void }

const Dialog = ({ asked }: { asked: Asked }) => (
  <Modal className="confirm" role="alertdialog" aria-labelledby="confirm-title" onCancel={() => asked.answer(false)}>
    <h2 id="confirm-title">{asked.title}</h2>
    {asked.detail && <p>{asked.detail}</p>}
    {asked.note && <p className="confirm-note">{asked.note}</p>}
    <footer>
      <Button onClick={() => asked.answer(false)}>{asked.no}</Button>
      <Button look={asked.danger ? 'danger' : 'primary'} onClick={() => asked.answer(true)}>
        {asked.yes}
      </Button>
    </footer>
  </Modal>
)

/** `ask` resolves with the answer; Escape means no. */
export const useConfirm = () => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = (question: Question): Promise<boolean> =>
    new Promise((resolve) =>
      setAsked({
        ...question,
        answer: (yes) => {
          setAsked(null)
          resolve(yes)
        },
      }),
    )
  return { ask, dialog: asked && <Dialog asked={asked} /> }
}
