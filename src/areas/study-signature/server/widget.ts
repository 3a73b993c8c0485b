import type { Widget } from '#server/model/half.ts'
import { workWidget } from '#server/model/widget.ts'
import { studiesAs } from '#study/team.ts'
import { studySignature } from '../index.ts'

export const signatureWidgets: readonly Widget[] = [
  workWidget(studySignature, {
    key: 'mine',
    column: 'waits',
    action: 'sign',
    title: { 'zh-cn': '等我签名', en: 'For me to sign' },
    icon: 'signature',
    order: 40,
    // Whoever sees a sheet need not be the one who answers for it.
    where: async ({ db, actor }) => {
      const studies = await studiesAs(db, actor, 'pi')
      return studies.length === 0
        ? null
        : [
            { field: 'study', operator: 'IN', val: studies.join() },
            { field: 'state', operator: 'IN', val: 'ready' },
          ]
    },
  }),
]
