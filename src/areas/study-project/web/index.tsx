import { later, view } from '#web'
import { studyProject } from '../index.ts'

const Overview = later(
  () => import('./overview.tsx'),
  (m) => m.Overview,
)
const Visits = later(
  () => import('./visits.tsx'),
  (m) => m.Visits,
)
const Closing = later(
  () => import('./closing.tsx'),
  (m) => m.Closing,
)
const Facts = later(
  () => import('./facts.tsx'),
  (m) => m.Facts,
)

export default view(studyProject, {
  fields: { code: { width: 130 }, title: { width: 240 }, state: { width: 100 } },
  pages: {
    record: {
      tabs: [
        { key: 'overview', Tab: Overview },
        'dictionaries',
        { key: 'visits', Tab: Visits },
        'arms',
        'team',
        'subjects',
        'gather',
        { key: 'locks', Tab: Closing },
        { key: 'facts', Tab: Facts },
        'history',
      ],
    },
  },
})
