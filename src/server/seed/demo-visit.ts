/** Code, Chinese and English name, day, days early, days late. */
export const DEMO_VISITS: [string, string, string, number, number, number][] = [
  ['V1', '基线', 'Baseline', 0, 3, 3],
  ['V2', '4 周随访', 'Week 4', 28, 7, 7],
  ['V3', '12 周随访', 'Week 12', 84, 7, 7],
  ['V4', '24 周随访', 'Week 24', 168, 14, 14],
  ['V5', '52 周随访', 'Week 52', 364, 14, 28],
]
