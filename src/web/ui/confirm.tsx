import { useId, useState } from 'react'
import { Modal } from './modal.tsx'
import { Button } from './button.tsx'
import './confirm.css'

export type Question = {
  title: string
  detail?: string | undefined
  /** What will come of it. */ note?: string
  /** Several things to be told, some of them with a place to go to. */
  list?: readonly { text: string; go?: (() => void) | undefined }[]
  yes: string
  /** Without it there is nothing to decide. */
  no?: string
  danger?: boolean
}
/** A question whose yes has to be explained. */
export type Explained = Question & { /** What is asked for. */ why: string; /** What was typed before it failed. */ typed?: string }
/** Nothing, or what was typed. */
type Answer = { yes: false } | { yes: true; reason: string }
type Asked = Question & Partial<Explained> & { answer(answer: Answer): void }

const MOST = 500

const Dialog = ({ asked }: { asked: Asked }) => {
  const id = useId()
  const [reason, setReason] = useState(asked.typed ?? '')
  const no = () => asked.answer({ yes: false })
  return (
    <Modal className="confirm" role="alertdialog" aria-labelledby="confirm-title" onCancel={no}>
      <h2 id="confirm-title">{asked.title}</h2>
      {asked.detail && <p>{asked.detail}</p>}
      {asked.note && <p className="confirm-note">{asked.note}</p>}
      {asked.list && (
        <ul className="confirm-list">
          {asked.list.map(({ text, go }) => (
            <li key={text}>
              {go ? (
                <button
                  type="button"
                  onClick={() => {
                    no()
                    go()
                  }}
                >
                  {text}
                </button>
              ) : (
                text
              )}
            </li>
          ))}
        </ul>
      )}
      {asked.why !== undefined && (
        <div className="confirm-why">
          <label htmlFor={id}>{asked.why}</label>
          <textarea
            id={id}
            className="input"
            rows={3}
            required
            maxLength={MOST}
            value={reason}
            onChange={(e) => setReason(e.target.value)}
          />
        </div>
      )}
      <footer>
        {asked.no && <Button onClick={no}>{asked.no}</Button>}
        <Button
          look={asked.danger ? 'danger' : 'primary'}
          disabled={asked.why !== undefined && reason.trim() === ''}
          onClick={() => asked.answer({ yes: true, reason: reason.trim() })}
        >
          {asked.yes}
        </Button>
      </footer>
    </Modal>
  )
}

/** `ask` resolves with the answer, `askWhy` with the reason or null; Escape means no. */
export const useConfirm = () => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const put = (question: Question & Partial<Explained>): Promise<Answer> =>
    new Promise((resolve) =>
      setAsked({
        ...question,
        answer: (answer) => {
          setAsked(null)
          resolve(answer)
        },
      }),
    )
  return {
    ask: async (question: Question): Promise<boolean> => (await put(question)).yes,
    askWhy: async (question: Explained): Promise<string | null> => {
      const answer = await put(question)
      return answer.yes ? answer.reason : null
    },
    dialog: asked && <Dialog asked={asked} />,
  }
}
