import { later, view } from '#web'
import { clinicalData } from '../index.ts'
import { formIdOf } from './api.ts'
import { addressOf } from './place.ts'

/** The page of all forms; a form that is opened by name has the rest of this half. */
export default view(clinicalData, {
  cellKeys: {
    Q: {
      text: 'clinical:keys.ask',
      rule: ['query', 'raise'],
      Deed: later(
        () => import('./cell-deeds.tsx'),
        (m) => m.AskCell,
      ),
    },
    V: {
      text: 'clinical:keys.verify',
      rule: ['study.mark', 'markRecord'],
      Deed: later(
        () => import('./cell-deeds.tsx'),
        (m) => m.MarkCell,
      ),
    },
  },
  flags: ['finding', 'query', 'answered', 'unreadable', 'outOfRange', 'notInList', 'abnormal'],
  widths: { subject: 144, visit: 104, instance: 64, state: 90 },
  pages: {
    list: later(
      () => import('./clinical-page.tsx'),
      (m) => m.default,
    ),
    address: (resource, record) => {
      const study = new URLSearchParams(window.location.search).get('study')
      return addressOf({ study: Number(study) || null, form: formIdOf(resource.name), record })
    },
  },
  slots: {
    empty: later(
      () => import('./import-door.tsx'),
      (m) => m.ImportDoor,
    ),
    formFooter: later(
      () => import('./judgement.tsx'),
      (m) => m.Judgement,
    ),
  },
})
