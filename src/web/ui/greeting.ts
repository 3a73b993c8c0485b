const bands: readonly [before: number, key: string][] = [
  [5, 'night'],
  [9, 'earlyMorning'],
  [12, 'morning'],
  [14, 'noon'],
  [18, 'afternoon'],
  [24, 'evening'],
]

export const greetingKey = (hour: number): string => bands.find(([before]) => hour < before)?.[1] ?? 'evening'
