import { countWidget, serve } from '#server'
import { refuseUnseenDepartments } from '#server/auth/grant.ts'
import { department } from '../index.ts'

export default serve(department, {
  load: async (ctx) => ctx.services.forgetActors(),
  widgets: [countWidget(department, { title: { 'zh-cn': '科室', en: 'Departments' }, icon: 'building-2', order: 30 })],
  before: {
    edit: async (ctx, row, change) => {
      if (change.parentId !== undefined && change.parentId !== row.parentId) await refuseUnseenDepartments(ctx, row.id)
      return change
    },
  },
})
