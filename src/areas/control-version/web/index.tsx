import type { Row } from '#kernel'
import { later, view } from '#web'
import { holdsRule } from '#web/state/ability-rules.ts'
import { useAdmin } from '#web/state/admin.ts'
import { controlVersion } from '../index.ts'
import { TABS } from '../locale.ts'

const BodyInput = later(
  () => import('#web/study/body-input.tsx'),
  (m) => m.default,
)
const BodyView = later(
  () => import('#web/study/rule-view.tsx'),
  (m) => m.RuleView,
)
const Differences = later(
  () => import('./differences.tsx'),
  (m) => m.Differences,
)

const TestedOn = later(
  () => import('./tested-on.tsx'),
  (m) => m.TestedOn,
)
const TryTab = later(
  () => import('./try-tab.tsx'),
  (m) => m.TryTab,
)

const isDraft = ({ state }: Row<typeof controlVersion>) => state === 'draft'

export default view(controlVersion, {
  fields: { body: { Input: BodyInput, Cell: BodyView }, title: { width: 200 }, testedOn: { Cell: TestedOn } },
  pages: {
    record: {
      tabs: [
        'overview',
        { key: 'try', title: TABS.try, Tab: TryTab, visible: () => holdsRule(useAdmin.getState(), 'control/parameter/try') },
        'history',
      ],
    },
  },
  dialogs: { difference: { Answer: Differences } },
  // Once it has left the draft nobody changes a word of it, nor takes it away.
  rowActions: { edit: { visible: isDraft }, del: { visible: isDraft } },
})
