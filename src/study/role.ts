/** What somebody is in the team of a study, as options of a field, and what each is called. */
export const ROLES = ['pi', 'dataManager', 'coordinator', 'monitor', 'analyst', 'auditor'] as const

export const ROLE_WORDS = {
  'zh-cn': {
    pi: '主要研究者',
    dataManager: '数据管理员',
    coordinator: '研究协调员',
    monitor: '监查员',
    analyst: '统计师',
    auditor: '稽查员',
  },
  en: {
    pi: 'Principal investigator',
    dataManager: 'Data manager',
    coordinator: 'Coordinator',
    monitor: 'Monitor',
    analyst: 'Analyst',
    auditor: 'Auditor',
  },
} as const
