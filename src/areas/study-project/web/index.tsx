import { later, view } from '#web'
import { holdsRule } from '#web/state/ability-rules.ts'
import { useAdmin } from '#web/state/admin.ts'
import { seesTrail } from '#web/study/trail/sees-trail.ts'
import { studyProject } from '../index.ts'

const Overview = later(
  () => import('./overview.tsx'),
  (m) => m.Overview,
)
const Visits = later(
  () => import('./visits.tsx'),
  (m) => m.Visits,
)
const Arms = later(
  () => import('./arms.tsx'),
  (m) => m.Arms,
)
const Team = later(
  () => import('./team.tsx'),
  (m) => m.Team,
)
const Closing = later(
  () => import('./closing.tsx'),
  (m) => m.Closing,
)
const Verification = later(
  () => import('./verification.tsx'),
  (m) => m.Verification,
)
const QueryFigures = later(
  () => import('./query-figures.tsx'),
  (m) => m.QueryFigures,
)
const StudyTrail = later(
  () => import('./study-trail.tsx'),
  (m) => m.StudyTrail,
)
const Facts = later(
  () => import('./facts.tsx'),
  (m) => m.Facts,
)

const TakeButton = later(
  () => import('./take-button.tsx'),
  (m) => m.TakeButton,
)
const GiveDrawer = later(
  () => import('./give-drawer.tsx'),
  (m) => m.GiveDrawer,
)

export default view(studyProject, {
  slots: { toolbar: TakeButton },
  dialogs: { give: { Dialog: GiveDrawer } },
  rowActions: {
    edit: { visible: ({ state }) => state !== 'locked' && state !== 'archived' },
    // A variable that tells the arm may stand in a study whose subjects have none.
    unblind: { visible: ({ kind, blinded, unblindedAt }) => unblindedAt === null && (blinded || kind === 'interventional') },
  },
  fields: { code: { width: 130 }, title: { width: 240 }, state: { width: 100 } },
  pages: {
    record: {
      stepsInTab: true,
      tabs: [
        { key: 'overview', Tab: Overview },
        'dictionaries',
        { key: 'visits', Tab: Visits },
        { key: 'arms', Tab: Arms },
        { key: 'team', Tab: Team },
        'subjects',
        'gather',
        { key: 'queries', Tab: QueryFigures, visible: () => holdsRule(useAdmin.getState(), 'query/index') },
        { key: 'marks', Tab: Verification },
        { key: 'locks', Tab: Closing },
        { key: 'trail', Tab: StudyTrail, visible: seesTrail },
        { key: 'facts', Tab: Facts },
        'history',
      ],
    },
  },
})
