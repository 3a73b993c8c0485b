import { useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { useSlow } from '../../ui/states.tsx'
import { useResource } from '../context.ts'
import { FormBody } from './form-body.tsx'
import { useForm } from './use-form.ts'

const nothing = () => {}

/** The form of a record that is on its way: its own fields, grey and out of reach. What comes stands where it stood. */
export const FormComing = ({ more }: { more: boolean }) => {
  const t = useText('form')
  const { resource } = useResource()
  const form = useForm(resource, 'edit', null)
  const slow = useSlow(true)
  return (
    <div className="record-form form-coming" data-slow={slow || undefined} role="status" aria-label={t('loading')} inert>
      <div className="record-body">
        <FormBody form={form} readOnly bare onSubmit={nothing} />
      </div>
      <footer className="record-footer">
        <Button disabled>{t('cancel')}</Button>
        {more && <Button disabled>{t('skip')}</Button>}
        <Button look="primary" disabled>
          {t(more ? 'saveNext' : 'save')}
        </Button>
      </footer>
    </div>
  )
}
