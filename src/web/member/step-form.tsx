import type { ReactNode } from 'react'
import alert from 'virtual:icon/circle-alert'
import { useText } from '../i18n/index.ts'
import { clock } from '../shell/login/lock-out.ts'
import { SubmitButton } from '../ui/form.tsx'
import { Glyph } from '../ui/glyph.tsx'
import type { useStep } from './use-step.ts'

type Props = {
  step: ReturnType<typeof useStep>
  /** Said to screen readers; the page around says it to everybody else. */
  label: string
  action: string
  onSubmit(): Promise<void>
  className?: string
  children: ReactNode
}

/** The frame of a step: the server's word on top, the button below. A lock-out counts down and lets go by itself. */
export const StepForm = ({ step, label, action, onSubmit, className, children }: Props) => {
  const t = useText('login')
  const { form, notice, left, busy } = step
  return (
    <form
      ref={form}
      className={className}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {(notice || left > 0) && (
        <p className="notice" role="alert">
          <Glyph body={alert} />
          {left > 0 ? t('lockedOut', { time: clock(left) }) : notice}
        </p>
      )}
      {children}
      <SubmitButton busy={busy} disabled={left > 0}>
        {action}
      </SubmitButton>
    </form>
  )
}
